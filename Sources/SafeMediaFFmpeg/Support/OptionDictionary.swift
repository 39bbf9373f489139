import CFFmpeg

/// FFmpeg's string dictionary, owned.
struct OptionDictionary: ~Copyable {
    private var dictionary: OpaquePointer?

    init(_ entries: [(String, String)] = []) {
        for (key, value) in entries { self[key] = value }
    }

    deinit {
        var dictionary = dictionary
        av_dict_free(&dictionary)
    }

    subscript(key: String) -> String? {
        get {
            guard let entry = av_dict_get(dictionary, key, nil, 0) else { return nil }
            return entry.pointee.value.map { String(cString: $0) }
        }
        set { av_dict_set(&dictionary, key, newValue, 0) }
    }

    /// Lends the dictionary to a call that takes out what it understands.
    mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<OpaquePointer?>) -> Result) -> Result {
        body(&dictionary)
    }

    /// The keys that are left.
    var keys: [String] {
        var keys: [String] = []
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while true {
            entry = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)
            guard let found = entry else { return keys }
            if let key = found.pointee.key { keys.append(String(cString: key)) }
        }
    }

    /// Throws for the first of `given` that nobody took.
    func requireTaken(_ given: [(String, String)], _ operation: StaticString, by owner: String) throws(FFmpegError) {
        let left = keys
        guard let key = given.first(where: { left.contains($0.0) })?.0 else { return }
        throw FFmpegError(
            code: SMF_ERROR_NO_OPTION, operation: operation,
            detail: Redaction.harmless("\(owner) has no option '\(key)'"))
    }

    /// Copies a dictionary that somebody else owns.
    static func contents(of dictionary: OpaquePointer?) -> [String: String] {
        var result: [String: String] = [:]
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while true {
            entry = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX)
            guard let found = entry?.pointee else { return result }
            if let key = found.key, let value = found.value {
                result[String(cString: key)] = String(cString: value)
            }
        }
    }
}
