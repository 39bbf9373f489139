package import Foundation

/// A model as a JSON file describes it. The `kind` says how its output is to be read; detectors can be added as
/// another kind.
package enum ModelDescription: Sendable, Hashable {
    /// A classifier of whole pictures.
    case classifier(ClassifierDescription)
    /// The QR test pattern.
    case testPattern(TestPatternDescription)

    /// Reads a description file.
    package init(contentsOf file: URL) throws(AnalyzerError) {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw AnalyzerError("\(file.path): the model's description cannot be read")
        }
        try self.init(json: data, file: file.path)
    }

    /// Reads a description.
    ///
    /// - Parameter file: what it is called in errors.
    package init(json: Data, file: String) throws(AnalyzerError) {
        do {
            _ = try JSONSerialization.jsonObject(with: json)
        } catch {
            // Unlike the decoder's, this error says where.
            let place = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
            throw AnalyzerError("\(file): this is not valid JSON: \(place ?? error.localizedDescription)")
        }
        do {
            self = try JSONDecoder().decode(ModelDescription.self, from: json)
        } catch {
            throw AnalyzerError(decoding: error, in: file)
        }
    }
}

extension ModelDescription: Decodable {
    private enum Kind: String, CaseIterable {
        case classifier
        case testPattern = "test-pattern"
    }

    private enum CodingKeys: CodingKey {
        case kind
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decodeWord(Kind.self, forKey: .kind) {
        case .classifier: self = .classifier(try ClassifierDescription(from: decoder))
        case .testPattern: self = .testPattern(try TestPatternDescription(from: decoder))
        }
    }
}

/// The test pattern as a description: `{"kind": "test-pattern", "delay": 0.5}`.
package struct TestPatternDescription: Sendable, Hashable, Decodable {
    /// Seconds each answer is held back.
    package var delay: Double
    /// Whether sensitive verdicts ask for silence.
    package var mutesAudio: Bool

    private enum CodingKeys: CodingKey, CaseIterable {
        case kind, notes, delay, mutesAudio
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: CodingKeys.self)
        delay = try container.decodeNumber(in: 0...3600, forKey: .delay, default: 0)
        mutesAudio = try container.decodeIfPresent(Bool.self, forKey: .mutesAudio) ?? false
    }
}
