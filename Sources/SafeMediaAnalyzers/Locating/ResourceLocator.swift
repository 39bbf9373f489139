package import Foundation

/// Where the OpenVINO runtime and model files are looked for, in order: the environment, beside the executable, the
/// package's `.deps`, the system. Nothing is downloaded at run time.
package struct ResourceLocator: Sendable {
    /// Names OpenVINO: a directory that holds it, or `libopenvino_c.so` itself. When set, it is looked for nowhere
    /// else.
    package static let runtimeVariable = "SAFEMEDIA_OPENVINO"
    /// Directories of model files, separated by colons; looked in before the places below.
    package static let modelsVariable = "SAFEMEDIA_MODELS"

    /// The process's environment.
    package var environment: [String: String]
    /// The directory of the executable.
    package var executableDirectory: URL?
    /// The `.deps` directories, nearest first.
    package var dependencies: [URL]
    /// Where the system keeps libraries.
    package var systemDirectories: [URL]

    /// Describes the places to look in.
    package init(
        environment: [String: String], executableDirectory: URL?, dependencies: [URL], systemDirectories: [URL]
    ) {
        self.environment = environment
        self.executableDirectory = executableDirectory
        self.dependencies = dependencies
        self.systemDirectories = systemDirectories
    }

    /// The places of this process.
    package static var current: ResourceLocator {
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let directory = executable.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        // This file lies in Sources/SafeMediaAnalyzers/Locating of the package it was built from.
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let roots = ancestors(of: directory) + [package]
        let system = [
            "/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
            "/opt/intel/openvino/runtime/lib/intel64",
        ]
        return ResourceLocator(
            environment: ProcessInfo.processInfo.environment, executableDirectory: directory,
            dependencies: roots.map { $0.appendingPathComponent(".deps") },
            systemDirectories: system.map { URL(fileURLWithPath: $0) })
    }

    /// The directory itself, the one it lies in, and so on: a binary of `.build/release` finds its package.
    private static func ancestors(of directory: URL?) -> [URL] {
        var result: [URL] = []
        var next = directory?.standardizedFileURL
        while let current = next, current.path != "/", result.count < 8 {
            result.append(current)
            next = current.deletingLastPathComponent()
        }
        return result
    }

    /// The directory of an installed product's own libraries and models.
    private var besideExecutable: [URL] {
        guard let executableDirectory else { return [] }
        let installed = executableDirectory.deletingLastPathComponent().appendingPathComponent("lib/safemedia")
        return [executableDirectory, installed]
    }
}

extension ResourceLocator {
    /// Libraries to try as `libopenvino_c`, in order, and every place that was looked in.
    package func runtimeCandidates() -> (files: [String], places: [String]) {
        if let named = environment[Self.runtimeVariable], !named.isEmpty {
            let url = URL(fileURLWithPath: named)
            var isDirectory = ObjCBool(false)
            let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
            let files = !exists ? [] : isDirectory.boolValue ? libraries(below: url) : [url.path]
            return (files, ["\(Self.runtimeVariable)=\(named)"])
        }
        let roots =
            besideExecutable.flatMap { [$0, $0.appendingPathComponent("openvino")] }
            + dependencies.map { $0.appendingPathComponent("openvino") } + systemDirectories
        // The plain name last: the loader's own search path.
        return (roots.flatMap(libraries(below:)) + ["libopenvino_c.so"], roots.map(\.path))
    }

    /// Where a model file lies: beside the description that names it, in the environment's directories, beside the
    /// executable, in `.deps/models`, in the system's `safemedia/models`.
    package func model(_ file: String, besideDescription directory: URL?) -> (url: URL?, places: [String]) {
        if file.hasPrefix("/") {
            return (isFile(URL(fileURLWithPath: file)) ? URL(fileURLWithPath: file) : nil, [file])
        }
        let named = (environment[Self.modelsVariable] ?? "").split(separator: ":")
        let places =
            [directory].compactMap(\.self) + named.map { URL(fileURLWithPath: String($0)) }
            + besideExecutable.flatMap { [$0, $0.appendingPathComponent("models")] }
            + dependencies.map { $0.appendingPathComponent("models") }
            + systemDirectories.map { $0.appendingPathComponent("safemedia/models") }
        let found = places.map { $0.appendingPathComponent(file) }.first(where: isFile)
        return (found, places.map(\.path))
    }

    /// The library in a directory, also where that is an unpacked wheel or an unpacked archive of OpenVINO's; the
    /// unversioned name first, then the newest version.
    private func libraries(below root: URL) -> [String] {
        ["", "libs", "openvino/libs", "lib", "runtime/lib/intel64"].flatMap { inner in
            let directory = inner.isEmpty ? root : root.appendingPathComponent(inner)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
            let plain = names.filter { $0 == "libopenvino_c.so" }
            let versioned = names.filter { $0.hasPrefix("libopenvino_c.so.") }
                .sorted { $0.compare($1, options: .numeric) == .orderedDescending }
            return (plain + versioned).map { directory.appendingPathComponent($0).path }
        }
    }

    private func isFile(_ url: URL) -> Bool {
        var isDirectory = ObjCBool(false)
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory) && !isDirectory.boolValue
    }
}
