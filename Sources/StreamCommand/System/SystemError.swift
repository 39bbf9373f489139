import Foundation

/// A system call's error number.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package var description: String {
        // `strerror` shares one buffer among threads.
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
