// swift-tools-version:6.1
import PackageDescription

// libFuzzer's targets, apart from the package so that ordinary builds know nothing of them. `Fuzzing/fuzz`
// builds them with the fuzzer's instrumentation.

let replies = Target.Dependency.product(name: "ExtractionWire", package: "photod")
let requests = Target.Dependency.product(name: "LineProtocol", package: "photod")

/// The fuzzer brings `main` with it.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies,
        swiftSettings: [.swiftLanguageMode(.v6), .unsafeFlags(["-parse-as-library"])]
    )
}

let package = Package(
    name: "photod-fuzzing",
    dependencies: [.package(name: "photod", path: "..")],
    targets: [
        fuzzer("FuzzReplies", [replies]),
        fuzzer("FuzzRequests", [requests]),
        .executableTarget(
            name: "SeedCorpora",
            dependencies: [replies, requests],
            swiftSettings: [.swiftLanguageMode(.v6)]
        ),
    ]
)
