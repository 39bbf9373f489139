/// Something around the pipeline that cannot be had; ends the command as failed.
struct RunFailure: Error, CustomStringConvertible {
    let description: String
}
