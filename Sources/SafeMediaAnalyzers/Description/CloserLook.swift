/// When a picture is judged again in parts: what lies at its edge, such as a ticker or a caption, can hide from a
/// model of whole pictures what a viewer sees at once.
package struct CloserLook: Sendable, Hashable {
    /// What is put after a label's name where the closer look's score is reported.
    package static let labelSuffix = "-closer"

    /// From this score of the whole picture on, and below what is sensitive, it is judged again.
    package var from: Double
    /// The parts, each judged as a picture of its own; the highest score counts.
    package var crops: [PictureCrop]

    /// Whether a whole picture's score asks for it.
    package func isDue(score: Double, sensitiveFrom: Double) -> Bool {
        score >= from && score < sensitiveFrom
    }
}

extension CloserLook: Decodable {
    private enum CodingKeys: CodingKey, CaseIterable {
        case from, crops
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: CodingKeys.self)
        from = try container.decodeNumber(in: 0...1, forKey: .from)
        crops = try container.decode([PictureCrop].self, forKey: .crops)
        _ = try container.checked(
            (1...8).contains(crops.count) ? true : nil, "has \(crops.count) crops; it must have 1 to 8",
            forKey: .crops)
    }
}

extension PictureCrop: Decodable {
    private enum CodingKeys: CodingKey, CaseIterable {
        case x, y, width, height
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: CodingKeys.self)
        x = try container.decodeNumber(in: 0...1, forKey: .x)
        y = try container.decodeNumber(in: 0...1, forKey: .y)
        width = try container.decodeNumber(in: 0.01...1, forKey: .width)
        height = try container.decodeNumber(in: 0.01...1, forKey: .height)
        // Shares such as 0.1 have no exact binary form, so their sums may stand a hair above 1.
        _ = try container.checked(x + width <= 1 + 1e-9 ? true : nil, "reaches beyond the right edge", forKey: .width)
        _ = try container.checked(
            y + height <= 1 + 1e-9 ? true : nil, "reaches beyond the lower edge", forKey: .height)
        let isPart = width < 1 || height < 1
        _ = try container.checked(isPart ? true : nil, "is the whole picture's; a crop is less", forKey: .height)
    }
}
