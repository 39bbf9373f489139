// swift-tools-version: 6.2
import PackageDescription

/// One set of rules for every Swift target. Internal imports keep FFmpeg's types out of every other target's API.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A program of the documentation's: `Examples/NAME`.
func example(_ name: String) -> Target {
    .executableTarget(
        name: name, dependencies: ["SafeMediaKit", "SafeMediaFrames", "SafeMediaAnalyzers", "SafeMediaStream"],
        path: "Examples/\(name)", swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: "\(name)Tests", dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
    name: "SafeMediaKit",
    products: [
        .library(name: "SafeMediaKit", targets: ["SafeMediaKit"]),
        .library(name: "SafeMediaKitTesting", targets: ["SafeMediaKitTesting"]),
        .library(name: "SafeMediaStream", targets: ["SafeMediaStream", "SafeMediaAnalyzers", "SafeMediaFrames"]),
        .executable(name: "safemedia-stream", targets: ["safemedia-stream"]),
    ],
    targets: [
        // C: the only doors to the outside.
        .systemLibrary(
            name: "CFFmpeg", pkgConfig: "libavformat libavcodec libavutil libswscale libswresample",
            providers: [
                .apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev", "libswresample-dev"])
            ]),
        .systemLibrary(name: "CZBar", pkgConfig: "zbar", providers: [.apt(["libzbar-dev"])]),
        .target(name: "COpenVINO", linkerSettings: [.linkedLibrary("dl")]),

        // Pure Swift: values, engines, the gate, pixels.
        library("SafeMediaKit"),
        library("SafeMediaKitTesting", ["SafeMediaKit"]),
        library("SafeMediaFrames", ["SafeMediaKit"]),
        library("SafeMediaGate", ["SafeMediaKit", "SafeMediaFrames"]),
        library("SafeMediaConceal", ["SafeMediaFrames"]),

        // Media and models.
        library("SafeMediaFFmpeg", ["CFFmpeg", "SafeMediaFrames"]),
        library("SafeMediaAnalyzers", ["COpenVINO", "CZBar", "SafeMediaKit", "SafeMediaFrames"]),

        // The product.
        library(
            "SafeMediaStream",
            [
                "SafeMediaKit", "SafeMediaFrames", "SafeMediaGate", "SafeMediaConceal", "SafeMediaFFmpeg",
                "SafeMediaAnalyzers",
            ]),
        library("StreamCommand", ["SafeMediaKit", "SafeMediaFrames", "SafeMediaAnalyzers", "SafeMediaStream"]),
        .executableTarget(name: "safemedia-stream", dependencies: ["StreamCommand"], swiftSettings: settings),

        // What the documentation shows.
        example("Embedding"),
        example("OwnEngine"),
        example("OwnMainLoop"),
        example("PushedFrames"),

        tests("SafeMediaKit", ["SafeMediaKit", "SafeMediaKitTesting"]),
        tests("SafeMediaFrames", ["SafeMediaFrames"]),
        tests("SafeMediaGate", ["SafeMediaGate", "SafeMediaFrames", "SafeMediaKit"]),
        tests("SafeMediaConceal", ["SafeMediaConceal", "SafeMediaFrames"]),
        tests("SafeMediaFFmpeg", ["SafeMediaFFmpeg", "SafeMediaFrames"]),
        tests("SafeMediaAnalyzers", ["SafeMediaAnalyzers", "SafeMediaFrames", "SafeMediaFFmpeg", "SafeMediaKit"]),
        tests(
            "SafeMediaStream",
            [
                "SafeMediaStream", "SafeMediaAnalyzers", "SafeMediaFFmpeg", "SafeMediaFrames", "SafeMediaGate",
                "SafeMediaKit",
                "SafeMediaKitTesting",
            ]),
        tests("StreamCommand", ["StreamCommand", "SafeMediaStream", "SafeMediaFrames", "SafeMediaKit"]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Embedding", "OwnEngine", "OwnMainLoop", "PushedFrames", "SafeMediaKit", "SafeMediaKitTesting",
                "SafeMediaFrames", "SafeMediaAnalyzers", "SafeMediaStream", "StreamCommand",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests", dependencies: ["safemedia-stream"], exclude: ["Servers"], swiftSettings: settings),
    ]
)
