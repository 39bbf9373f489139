/// A command line that cannot be carried out: one line that names the option, the value, and what is accepted.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    /// The line, without the command's name before it.
    package let message: String

    package init(_ message: String) { self.message = message }

    package var description: String { message }
}
