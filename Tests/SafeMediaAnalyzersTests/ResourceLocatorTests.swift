import Foundation
import Testing

@testable import SafeMediaAnalyzers

/// A tree of its own for each test, with files at every place that is looked in.
@Suite final class ResourceLocatorTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("locator-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: root) }

    private var locator: ResourceLocator {
        ResourceLocator(
            environment: [:], executableDirectory: root.appendingPathComponent("bin"),
            dependencies: [root.appendingPathComponent(".deps")],
            systemDirectories: [root.appendingPathComponent("usr/lib")])
    }

    private func put(_ path: String) throws {
        let file = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
    }

    private func relative(_ files: [String]) -> [String] {
        files.map { $0.hasPrefix(root.path) ? String($0.dropFirst(root.path.count + 1)) : $0 }
    }

    @Test func runtimesAreTriedNearestFirst() throws {
        for path in [
            "usr/lib/libopenvino_c.so.2024.0", ".deps/openvino/libs/libopenvino_c.so.2641", "bin/libopenvino_c.so",
            "lib/safemedia/libopenvino_c.so.9", "lib/safemedia/libopenvino_c.so.10", "bin/libopenvino.so",
        ] { try put(path) }
        #expect(
            relative(locator.runtimeCandidates().files) == [
                "bin/libopenvino_c.so", "lib/safemedia/libopenvino_c.so.10", "lib/safemedia/libopenvino_c.so.9",
                ".deps/openvino/libs/libopenvino_c.so.2641", "usr/lib/libopenvino_c.so.2024.0", "libopenvino_c.so",
            ])
    }

    @Test func theEnvironmentsRuntimeIsTheOnlyOne() throws {
        try put("bin/libopenvino_c.so")
        try put("own/runtime/lib/intel64/libopenvino_c.so.1")
        var locator = locator
        locator.environment["SAFEMEDIA_OPENVINO"] = root.appendingPathComponent("own").path
        #expect(relative(locator.runtimeCandidates().files) == ["own/runtime/lib/intel64/libopenvino_c.so.1"])
        locator.environment["SAFEMEDIA_OPENVINO"] = root.appendingPathComponent("bin/libopenvino_c.so").path
        #expect(relative(locator.runtimeCandidates().files) == ["bin/libopenvino_c.so"])
        locator.environment["SAFEMEDIA_OPENVINO"] = "/nonexistent"
        #expect(locator.runtimeCandidates().files.isEmpty)
    }

    @Test func modelsAreTakenFromTheNearestPlace() throws {
        var locator = locator
        locator.environment["SAFEMEDIA_MODELS"] = "/nonexistent:\(root.path)/env"
        let order = [
            "usr/lib/safemedia/models/m.onnx", ".deps/models/m.onnx", "lib/safemedia/models/m.onnx",
            "bin/models/m.onnx", "bin/m.onnx", "env/m.onnx", "beside/m.onnx",
        ]
        let beside = root.appendingPathComponent("beside")
        #expect(locator.model("m.onnx", besideDescription: beside).url == nil)
        for path in order {
            try put(path)
            let found = locator.model("m.onnx", besideDescription: beside).url
            #expect(found?.path == root.appendingPathComponent(path).path)
        }
        let absolute = root.appendingPathComponent("env/m.onnx").path
        #expect(locator.model(absolute, besideDescription: beside).url?.path == absolute)
        #expect(locator.model("/nonexistent/m.onnx", besideDescription: beside).url == nil)
    }

    @Test func thisProcessFindsThePackage() {
        let package = Fixture.root.appendingPathComponent(".deps").path
        #expect(ResourceLocator.current.dependencies.map(\.path).contains(package))
    }
}
