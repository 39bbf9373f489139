/// The command's version.
package enum Version {
    package static let number = "0.1.0"
    package static let line = "safemedia-stream \(number)\n"
}
