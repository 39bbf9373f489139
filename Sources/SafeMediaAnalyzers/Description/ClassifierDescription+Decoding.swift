import SafeMediaKit

extension ClassifierDescription: Decodable {
    private enum CodingKeys: CodingKey, CaseIterable {
        case kind, name, notes, onnx, sha256, precision, input, preprocessing, output, thresholds, closerLook, guidance
    }

    private enum OutputKeys: CodingKey, CaseIterable {
        case name, activation, labels, combination
    }

    private enum ThresholdKeys: CodingKey, CaseIterable {
        case sensitive, unknown
    }

    private enum GuidanceKeys: CodingKey, CaseIterable {
        case indicateSensitivity, interruptVideo, muteAudio
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        onnx = try container.decode(String.self, forKey: .onnx)
        _ = try container.checked(onnx.isEmpty ? nil : onnx, "is empty", forKey: .onnx)
        sha256 = try container.decodeIfPresent(String.self, forKey: .sha256)?.lowercased()
        if let sha256 {
            let isDigest = sha256.count == 64 && sha256.allSatisfy(\.isHexDigit)
            _ = try container.checked(isDigest ? sha256 : nil, "is not 64 hexadecimal digits", forKey: .sha256)
        }
        precision = try container.decodeWord(Precision.self, forKey: .precision, default: .auto)
        input = try container.decode(ModelInput.self, forKey: .input)
        preprocessing = try container.decode(Preprocessing.self, forKey: .preprocessing)
        let fits = preprocessing.width >= input.width && preprocessing.height >= input.height
        _ = try container.checked(fits ? true : nil, "resizes to less than the input's size", forKey: .preprocessing)
        if preprocessing.jpegQuality != nil {
            let whole = input.width % 16 == 0 && input.height % 16 == 0
            _ = try container.checked(
                whole ? true : nil, "has jpegQuality, for which the input's sides must be multiples of 16",
                forKey: .preprocessing)
        }

        let outputs = try container.superDecoder(forKey: .output).strictContainer(keyedBy: OutputKeys.self)
        output = try outputs.decodeIfPresent(String.self, forKey: .name)
        activation = try outputs.decodeWord(Activation.self, forKey: .activation, default: .identity)
        combination = try outputs.decodeWord(Combination.self, forKey: .combination, default: .max)
        labels = try outputs.decode([Label].self, forKey: .labels)
        _ = try outputs.checked(
            Set(labels.map(\.name)).count == labels.count ? true : nil, "names a label twice", forKey: .labels)
        _ = try outputs.checked(
            labels.contains { !$0.contentTypes.isEmpty } ? true : nil,
            "has no label with contentTypes: nothing could ever be sensitive", forKey: .labels)

        let thresholds = try container.superDecoder(forKey: .thresholds).strictContainer(keyedBy: ThresholdKeys.self)
        sensitiveFrom = try thresholds.decodeNumber(in: 0...1, forKey: .sensitive)
        unknownFrom =
            thresholds.contains(.unknown)
            ? try thresholds.decodeNumber(in: 0...sensitiveFrom, forKey: .unknown) : nil

        closerLook =
            container.contains(.closerLook) ? try container.decode(CloserLook.self, forKey: .closerLook) : nil
        if let closerLook {
            let isDueEver = closerLook.from < sensitiveFrom
            _ = try container.checked(
                isDueEver ? true : nil, "is from \(closerLook.from), which is not below thresholds.sensitive",
                forKey: .closerLook)
            let names = Set(labels.map(\.name))
            let taken = labels.map { $0.name + CloserLook.labelSuffix }.first(where: names.contains)
            _ = try container.checked(
                taken == nil ? true : nil, "reports as \"\(taken ?? "")\", which is a label already",
                forKey: .closerLook)
        }

        guidance = SafeMediaGuidance(
            shouldIndicateSensitivity: true, shouldInterruptVideo: true, shouldMuteAudio: false)
        if container.contains(.guidance) {
            let words = try container.superDecoder(forKey: .guidance).strictContainer(keyedBy: GuidanceKeys.self)
            guidance = SafeMediaGuidance(
                shouldIndicateSensitivity: try words.decodeIfPresent(Bool.self, forKey: .indicateSensitivity) ?? true,
                shouldInterruptVideo: try words.decodeIfPresent(Bool.self, forKey: .interruptVideo) ?? true,
                shouldMuteAudio: try words.decodeIfPresent(Bool.self, forKey: .muteAudio) ?? false)
        }
    }
}

extension ClassifierDescription.Label: Decodable {
    private enum CodingKeys: CodingKey, CaseIterable {
        case name, contentTypes
    }

    private enum ContentType: String, CaseIterable, Decodable {
        case nudity, sexuallyExplicit, goreOrViolence, unknownSensitive

        var value: SafeMediaContentType {
            switch self {
            case .nudity: .nudity
            case .sexuallyExplicit: .sexuallyExplicit
            case .goreOrViolence: .goreOrViolence
            case .unknownSensitive: .unknownSensitive
            }
        }
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        let words = try container.decodeIfPresent([String].self, forKey: .contentTypes) ?? []
        let known = ContentType.allCases.map(\.rawValue).joined(separator: ", ")
        contentTypes = Set(
            try words.map { word in
                try container.checked(
                    ContentType(rawValue: word)?.value, "has \"\(word)\"; there are \(known)", forKey: .contentTypes)
            })
    }
}

extension ModelInput: Decodable {
    private enum CodingKeys: CodingKey, CaseIterable {
        case name, layout, width, height, channels, elementType, mean, scale
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: CodingKeys.self)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        layout = try container.decodeWord(Layout.self, forKey: .layout)
        width = try container.decodeNumber(in: 1...4096, forKey: .width)
        height = try container.decodeNumber(in: 1...4096, forKey: .height)
        channels = try container.decodeWord(ChannelOrder.self, forKey: .channels)
        elementType = try container.decodeWord(ElementType.self, forKey: .elementType, default: .f32)
        mean = try container.decodeIfPresent([Float].self, forKey: .mean) ?? [0, 0, 0]
        scale = try container.decodeIfPresent([Float].self, forKey: .scale) ?? [1, 1, 1]
        for (key, values) in [(CodingKeys.mean, mean), (.scale, scale)] {
            let good = values.count == 3 && values.allSatisfy(\.isFinite)
            _ = try container.checked(good ? true : nil, "must be three finite numbers", forKey: key)
        }
        _ = try container.checked(scale.contains(0) ? nil : true, "must not be zero", forKey: .scale)
        if elementType == .u8 {
            let plain = mean == [0, 0, 0] && scale == [1, 1, 1]
            _ = try container.checked(plain ? true : nil, "is u8, which takes no mean or scale", forKey: .elementType)
        }
    }
}

extension Preprocessing: Decodable {
    private enum CodingKeys: CodingKey, CaseIterable {
        case rule, width, height, filter, jpegQuality
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.strictContainer(keyedBy: CodingKeys.self)
        rule = try container.decodeWord(Rule.self, forKey: .rule)
        width = try container.decodeNumber(in: 1...4096, forKey: .width)
        height = try container.decodeNumber(in: 1...4096, forKey: .height)
        filter = try container.decodeWord(ResamplingFilter.self, forKey: .filter, default: .bilinear)
        jpegQuality =
            container.contains(.jpegQuality)
            ? try container.decodeNumber(in: 1...100, forKey: .jpegQuality) : nil
    }
}
