// swift-tools-version:6.1
import Foundation
import PackageDescription

// CI sets PHOTOD_STRICT=1: a warning there is an error. It is not unconditional, because a newer compiler's new
// warning must not stop a user's build.
let strict = ProcessInfo.processInfo.environment["PHOTOD_STRICT"] == "1"
let swiftSettings: [SwiftSetting] =
    [.swiftLanguageMode(.v6)] + (strict ? [.unsafeFlags(["-warnings-as-errors"])] : []) + [
        // What nothing calls is left out of a program: each function stands for itself, and none stays for being public, as
        // all that use it are linked with it.
        .unsafeFlags(
            ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"],
            .when(configuration: .release)
        )
    ]
let cSettings: [CSetting] = [
    .define("_GNU_SOURCE"),
    .unsafeFlags(["-Wall", "-Wextra"] + (strict ? ["-Werror"] : [])),
]

/// A Swift module of the project. Its edges are stated here and nowhere else: what is not listed is not importable.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

func program(_ name: String, _ dependencies: [Target.Dependency], _ more: [SwiftSetting] = []) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings + more)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")
let hummingbird = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")

let package = Package(
    name: "photod",
    products: [
        .executable(name: "photod", targets: ["photod"]),
        .executable(name: "photod-extract", targets: ["photod-extract"]),
        .executable(name: "photod-media", targets: ["photod-media"]),
        .executable(name: "photod-render", targets: ["photod-render"]),
        .executable(name: "photoctl", targets: ["photoctl"]),
        .executable(name: "photod-gallery", targets: ["photod-gallery"]),
        .library(name: "PhotoClient", targets: ["PhotoClient", "PhotoReplies", "AsyncPhotoClient"]),
        // What reads the bytes of others, for the fuzzers in Fuzzing/.
        .library(name: "ExtractionWire", targets: ["ExtractionWire"]),
        .library(name: "LineProtocol", targets: ["LineProtocol"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
        // The gallery's alone. Without their traits neither brings Foundation along.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    ],
    targets: [
        // C libraries: a module map and a shim header each.
        .systemLibrary(
            name: "CAVFormat",
            pkgConfig: "libavformat",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev"])]
        ),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CExif", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CGExiv2", pkgConfig: "gexiv2", providers: [.apt(["libgexiv2-dev"])]),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CSWScale",
            pkgConfig: "libswscale",
            providers: [.apt(["libswscale-dev", "libavutil-dev"])]
        ),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // What Swift cannot import: macros, variadic functions, Landlock calls.
        .target(name: "CShims", cSettings: cSettings),

        // Values and pure rules.
        module("PhotoModel"),
        module("JSON"),
        // What an XMP sidecar says, and how its text says something else.
        module("SidecarText"),
        module("LineProtocol", ["PhotoModel", "JSON"]),
        module("CaptureRules", ["PhotoModel"]),
        module("ImportRules", ["PhotoModel"]),
        module("EditRules", ["PhotoModel", "JSON", "SidecarText"]),
        // Which screens are open on a display, and what commands and gestures make of them.
        module("Navigation", ["PhotoModel", "JSON", "LineProtocol"]),
        // Whether an image is the same but for its metadata.
        module("ImageContainers"),
        // Metadata in images, in memory.
        module("ImageEditing", ["PhotoModel", "SidecarText"]),
        // Of its name alone there is another module among the packages that Hummingbird names.
        .target(
            name: "PhotodConfiguration",
            dependencies: ["PhotoModel", "ImportRules", "Thumbnails", "JSON", "Files", "CShims", toml],
            path: "Sources/Configuration",
            swiftSettings: swiftSettings
        ),

        // Threads that wait without polling.
        module("Threads", ["CShims"]),
        // Where programs log, and never wait for who reads that.
        module("StandardError", ["PhotoModel"]),
        // Descriptors, and what files and folders are asked and told.
        module("Files", ["PhotoModel", "CShims"]),

        // Subsystems.
        module("FolderWatch", ["PhotoModel", "Files", "Threads", "CShims"]),
        module("ExtractionWire", ["PhotoModel", "SidecarText"]),
        // What holds a worker while it reads hostile bytes, and how it answers.
        module("WorkerBox", ["PhotoModel", "ExtractionWire", "Threads", "CShims", "CSeccomp"]),
        // Videos as libavformat opens them, from a descriptor and no further than the file goes.
        module("VideoFiles", ["PhotoModel", "WorkerBox", "CAVFormat"]),
        module(
            "Extraction",
            ["PhotoModel", "ExtractionWire", "SidecarText", "Files", "Threads", "CShims", "CXXHash"]
        ),
        module("IdentityStore", ["PhotoModel", "JSON", "EditRules", "Files", "CXXHash"]),
        module("GroupView", ["PhotoModel", "Files"]),
        // The thumbnails that all programs of a user share: their names, what they say, and the files.
        module("Thumbnails", ["PhotoModel", "Files"]),
        // Larger pictures of photos, to be looked at: what they are called, and the files.
        module("Previews", ["PhotoModel", "Files", "Thumbnails", "CShims"]),
        module("LibraryIndex", ["PhotoModel", "JSON", "EditRules", "Threads", "CSQLite", "CXXHash"]),
        // From an event of the kernel to the index, from the bottom: what each of a sweep has come to, and options of folders.
        module("Sweeps", ["PhotoModel", "FolderWatch", "LibraryIndex"]),
        module(
            "OptionFiles",
            [
                "PhotoModel", "CaptureRules", "PhotodConfiguration", "FolderWatch", "LibraryIndex", "Sweeps",
                "Files",
                "CShims", logging,
            ]
        ),
        // How many files the process may have open, shared out.
        module("Descriptors", ["PhotoModel", "Threads", logging]),
        // Which files are one photo, and its record.
        module("Shots", ["PhotoModel", "CaptureRules", "Extraction", "LibraryIndex", "OptionFiles"]),
        // The folders that are watched, the disks they are known by, and the links that are followed.
        module(
            "Roots",
            [
                "PhotoModel", "PhotodConfiguration", "FolderWatch", "Extraction", "LibraryIndex", "Threads",
                "Files", logging,
            ]
        ),
        // What a directory holds, and how that differs from the index.
        module(
            "DiskReading",
            [
                "PhotoModel", "CaptureRules", "PhotodConfiguration", "FolderWatch", "Extraction",
                "LibraryIndex",
                "OptionFiles", "Descriptors", "Shots", "Files", "CShims",
            ]
        ),
        // What a crawler says, and the queue to the writer.
        module(
            "Findings",
            ["PhotoModel", "FolderWatch", "Extraction", "LibraryIndex", "Shots", "DiskReading", "Threads"]
        ),
        module(
            "Crawling",
            [
                "PhotoModel", "CaptureRules", "PhotodConfiguration", "FolderWatch", "Extraction",
                "LibraryIndex", "Sweeps",
                "OptionFiles", "Descriptors", "Shots", "Roots", "DiskReading", "Findings", "Threads", "Files",
            ]
        ),
        // The one writer. It sees what crawlers say, and no crawler.
        module(
            "Reconciling",
            [
                "PhotoModel", "CaptureRules", "PhotodConfiguration", "FolderWatch", "Extraction",
                "LibraryIndex", "Sweeps",
                "OptionFiles", "Shots", "Roots", "DiskReading", "Findings", "Threads", "Files", logging,
            ]
        ),
        module(
            "Identities",
            [
                "PhotoModel", "CaptureRules", "EditRules", "FolderWatch", "Extraction", "IdentityStore",
                "LibraryIndex",
                "Sweeps", "Roots", "DiskReading", "Reconciling", "Threads", "CShims", logging,
            ]
        ),
        // Who follows the change log: group view, thumbnails, text.
        module(
            "ChangeFollowers",
            [
                "PhotoModel", "FolderWatch", "LibraryIndex", "GroupView", "Thumbnails",
                "Roots", "Findings",
                "Reconciling", "Identities", "Threads", "CShims", logging,
            ]
        ),
        module(
            "Auditing",
            [
                "PhotoModel", "CaptureRules", "PhotodConfiguration", "FolderWatch", "IdentityStore",
                "LibraryIndex",
                "OptionFiles", "Shots", "Roots", "DiskReading", "Reconciling", "Identities", "Sweeps",
                "Threads", "Files", "CShims",
                logging,
            ]
        ),
        // The library as others see it, and what works behind that: the only one that knows all of the above.
        module(
            "WatchedLibrary",
            [
                "PhotoModel", "CaptureRules", "EditRules", "PhotodConfiguration", "FolderWatch", "Extraction",
                "IdentityStore", "LibraryIndex", "Thumbnails", "Sweeps", "OptionFiles", "Descriptors",
                "Shots", "Roots",
                "DiskReading", "Findings", "Crawling", "Reconciling", "Identities", "ChangeFollowers",
                "Auditing", "Threads",
                "Files", "CShims", logging,
            ]
        ),
        // What was done to files, written down before it is done.
        module("Batches", ["PhotoModel", "EditRules", "JSON", "Files", "Threads", "CShims"]),
        module(
            "Importing",
            [
                "PhotoModel", "CaptureRules", "ImportRules", "Extraction", "Batches", "Files", "CShims",
                "CXXHash",
            ]
        ),
        // What edits write, and how it is taken back.
        module(
            "Editing",
            [
                "PhotoModel", "EditRules", "SidecarText", "ImageContainers", "ExtractionWire", "Extraction",
                "Batches", "Files", "Threads", "CShims", "CXXHash",
            ]
        ),
        // A socket's clients and their lines, for any table of commands.
        module(
            "LineServer",
            ["PhotoModel", "LineProtocol", "Threads", "CShims", nioCore, nioPosix, logging]
        ),
        module(
            "BatchService",
            [
                "PhotoModel", "LineProtocol", "CaptureRules", "PhotodConfiguration", "FolderWatch",
                "Extraction",
                "LibraryIndex", "Sweeps", "Descriptors", "Roots", "Reconciling", "WatchedLibrary",
                "ImportRules", "EditRules",
                "Batches", "Importing", "Editing", "SidecarText", "ImageContainers", "Threads", "Files",
                "CShims",
                logging,
            ]
        ),
        module(
            "PhotoService",
            [
                "BatchService",
                "PhotoModel", "LineProtocol", "LineServer", "CaptureRules", "PhotodConfiguration",
                "FolderWatch",
                "Extraction", "ExtractionWire", "LibraryIndex", "Sweeps", "OptionFiles",
                "Descriptors", "Roots", "Reconciling", "Auditing", "WatchedLibrary", "Thumbnails",
                "Previews", "EditRules",
                "Batches",
                "Importing", "Editing", "SidecarText", "ImageContainers",
                "Threads", "Files", "CSystemd", "CShims", nioCore, logging,
            ]
        ),
        module("PhotoClient", ["PhotoModel", "LineProtocol"]),
        module("PhotoReplies", ["LineProtocol"]),
        module("AsyncPhotoClient", ["PhotoClient", "PhotoReplies", "LineProtocol", "Threads", "CShims"]),
        // Where a gallery keeps its token and tells that it listens, for it and for who opens it.
        module("GalleryAddress", ["PhotoModel"]),
        // The web gallery: a client like any other, and the only thing here that speaks HTTP.
        .target(
            name: "Gallery",
            dependencies: [
                "GalleryAddress", "PhotoModel", "PhotoClient", "LineProtocol", "LineServer", "Navigation",
                "Files", "Threads",
                "CShims",
                "CSystemd", "CZlib", nioCore, nioPosix, nioHTTP1, logging, hummingbird, httpTypes,
                nioHTTPTypes,
            ],
            exclude: ["Page", "PageBundle.swift"],
            swiftSettings: swiftSettings
        ),
        // The page's files, beside the programs. See PageBundle.swift why they are no part of what needs them.
        .target(
            name: "GalleryPage",
            path: "Sources/Gallery",
            sources: ["PageBundle.swift"],
            resources: [.copy("Page")],
            swiftSettings: swiftSettings
        ),

        // Programs.
        program(
            "photod",
            [
                "PhotoModel", "PhotoService", "PhotodConfiguration", "StandardError", "CShims",
                argumentParser, logging,
            ]
        ),
        program(
            "photod-extract",
            [
                "PhotoModel", "ExtractionWire", "WorkerBox", "SidecarText", "ImageEditing", "CShims",
                "CBrotli", "CExif", "CGExiv2",
                "CZlib",
            ]
        ),
        program(
            "photod-media",
            ["PhotoModel", "ExtractionWire", "WorkerBox", "VideoFiles", "CShims", "CAVFormat"]
        ),
        program(
            "photod-render",
            [
                "PhotoModel", "ExtractionWire", "WorkerBox", "VideoFiles", "CShims", "CAVFormat", "CGExiv2",
                "CSWScale", "CVips",
            ]
        ),
        // It starts, asks and ends: what is small starts sooner.
        program(
            "photoctl",
            [
                "PhotoModel", "PhotoClient", "LineProtocol", "GalleryAddress", "CShims", "CExpat",
                argumentParser,
            ],
            [.unsafeFlags(["-Osize"], .when(configuration: .release))]
        ),
        program(
            "photod-gallery",
            [
                "Gallery", "GalleryAddress", "PhotoModel", "PhotoClient", "LineProtocol", "StandardError",
                "CShims", argumentParser, logging,
            ]
        ),

        // A worker that does what no worker should, for tests of the pool.
        .executableTarget(
            name: "photod-extract-misbehaving",
            dependencies: ["PhotoModel", "ExtractionWire", "CShims"],
            path: "Tests/Fixtures/photod-extract-misbehaving",
            swiftSettings: swiftSettings
        ),

        // A worker that stands in the real sandbox and does there what a file tells it to, for tests of the sandbox.
        .target(name: "CMisdeeds", path: "Tests/Fixtures/CMisdeeds", cSettings: cSettings),
        .executableTarget(
            name: "photod-extract-boxed",
            dependencies: ["PhotoModel", "ExtractionWire", "WorkerBox", "CMisdeeds"],
            path: "Tests/Fixtures/photod-extract-boxed",
            swiftSettings: swiftSettings
        ),

        // A thread with descriptors that no child of another thread has a copy of, for tests of what closing a file tells.
        .target(name: "COwnDescriptors", path: "Tests/Fixtures/COwnDescriptors", cSettings: cSettings),

        // A folder through a file system that takes its time, and can be made to hang, for tests and benchmarks of disks at the
        // end of a network.
        .executableTarget(
            name: "slow-filesystem",
            path: "Tests/Fixtures/slow-filesystem",
            cSettings: cSettings
        ),

        // A program that imports a folder and can be killed while it does, for tests of recovery.
        .executableTarget(
            name: "photod-import-trial",
            dependencies: ["PhotoModel", "Files", "ImportRules", "Batches", "Importing"],
            path: "Tests/Fixtures/photod-import-trial",
            swiftSettings: swiftSettings
        ),

        // The library's own code over a simulated kernel and a scheduler that chooses every interleaving.
        .target(name: "CSimulation", path: "Simulation/CSimulation", cSettings: cSettings),
        .target(name: "SimulatedMachine", path: "Simulation/SimulatedMachine", swiftSettings: swiftSettings),
        .executableTarget(
            name: "photod-simulation",
            dependencies: [
                "CSimulation", "CShims", "SimulatedMachine", "TestSupport", "PhotoModel", "CaptureRules",
                "PhotodConfiguration", "Extraction", "ExtractionWire", "Files", "FolderWatch", "LibraryIndex",
                "Roots", "WatchedLibrary", "BatchService", "Batches", "Importing", "ImportRules",
                "LineProtocol", "SidecarText", "Threads", logging,
            ],
            path: "Simulation/photod-simulation",
            swiftSettings: swiftSettings
        ),

        // Folders, files and random numbers for tests.
        .target(
            name: "TestSupport",
            dependencies: ["PhotoModel", "CZlib"],
            path: "Tests/TestSupport",
            swiftSettings: swiftSettings
        ),

        // Random sequences of commands to displays, for the tests of the Swift module and of the page's.
        .target(
            name: "NavigationTrials",
            dependencies: ["TestSupport", "Navigation", "JSON"],
            path: "Tests/NavigationTrials",
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "navigation-trial",
            dependencies: ["NavigationTrials"],
            path: "Tests/Fixtures/navigation-trial",
            swiftSettings: swiftSettings
        ),

        // Tests, by module; IntegrationTests spawn the real programs.
        tests(
            "SimulationTests",
            ["TestSupport", "SimulatedMachine", "CShims", "COwnDescriptors", "Threads"]
        ),
        tests("PhotoModelTests", ["TestSupport", "PhotoModel"]),
        tests("JSONTests", ["TestSupport", "JSON"]),
        tests("LineProtocolTests", ["TestSupport", "LineProtocol", "PhotoModel"]),
        tests(
            "NavigationTests",
            [
                "TestSupport", "NavigationTrials", "Navigation", "JSON", "navigation-trial", "photoctl",
            ]
        ),
        tests("CaptureRulesTests", ["TestSupport", "CaptureRules"]),
        tests("ConfigurationTests", ["TestSupport", "PhotodConfiguration", "ImportRules", "Thumbnails"]),
        tests("ImageContainersTests", ["ImageContainers"]),
        tests(
            "ImageEditingTests",
            ["ImageEditing", "ImageContainers", "PhotoModel", "SidecarText", "TestSupport"]
        ),
        tests("StandardErrorTests", ["TestSupport", "StandardError"]),
        tests("FilesTests", ["TestSupport", "Files", "PhotoModel"]),
        tests("FolderWatchTests", ["TestSupport", "FolderWatch", "Files", "Threads"]),
        tests(
            "PhotoClientTests",
            [
                "TestSupport", "PhotoClient", "PhotoReplies", "AsyncPhotoClient", "LineProtocol", "photoctl",
                argumentParser,
            ]
        ),
        tests(
            "ExtractionTests",
            [
                "TestSupport", "Extraction", "ExtractionWire", "SidecarText", "WorkerBox", "PhotoModel",
                "photod-extract",
                "photod-extract-misbehaving", "photod-extract-boxed", "Threads",
            ]
        ),
        tests(
            "MediaTests",
            [
                "TestSupport", "Extraction", "ExtractionWire", "WorkerBox", "VideoFiles", "PhotoModel",
                "CShims", "photod-media",
            ]
        ),
        tests(
            "GalleryTests",
            [
                "TestSupport", "Gallery", "GalleryAddress", "PhotoModel", "PhotoClient", "LineProtocol",
                "Navigation", "JSON", "Files", "Threads", "CShims", nioCore, nioPosix, nioEmbedded, logging,
            ]
        ),
        tests("IdentityStoreTests", ["TestSupport", "IdentityStore", "EditRules"]),
        tests("ImportRulesTests", ["ImportRules", "PhotoModel"]),
        tests("SidecarTextTests", ["TestSupport", "SidecarText", "photod-extract"]),
        tests("EditRulesTests", ["EditRules", "SidecarText", "PhotoModel", "JSON"]),
        tests(
            "ImportingTests",
            [
                "TestSupport", "Batches", "EditRules", "Extraction", "Importing", "ImportRules",
                "CaptureRules", "Files",
                "PhotoModel",
                "Threads",
                "CShims",
                "photod-import-trial",
            ]
        ),
        tests(
            "EditingTests",
            [
                "TestSupport", "Editing", "Batches", "EditRules", "Extraction", "Files", "ImageContainers",
                "PhotoModel", "SidecarText", "Threads", "photod-extract",
            ]
        ),
        tests("GroupViewTests", ["TestSupport", "GroupView", "PhotoModel"]),
        tests("PreviewsTests", ["TestSupport", "Previews", "Files", "PhotoModel"]),
        tests("ThumbnailsTests", ["TestSupport", "Thumbnails", "Files", "PhotoModel"]),
        tests(
            "LibraryIndexTests",
            ["TestSupport", "LibraryIndex", "PhotoModel", "EditRules", "Threads", "CSQLite"]
        ),
        tests(
            "ReconcilingTests",
            [
                "TestSupport", "Sweeps", "Descriptors", "Shots", "Roots", "DiskReading", "Findings",
                "Reconciling",
                "Identities", "Auditing", "ChangeFollowers", "GroupView", "WatchedLibrary", "LibraryIndex",
                "PhotoModel", "EditRules", "CaptureRules",
                "PhotodConfiguration", "Extraction",
                "Files", "FolderWatch", "IdentityStore", "Threads", logging,
            ]
        ),
        tests(
            "LineServerTests",
            [
                "TestSupport", "LineServer", "LineProtocol", "PhotoModel", "Threads", logging, nioCore,
                nioPosix, nioEmbedded,
            ]
        ),
        tests(
            "BatchServiceTests",
            [
                "TestSupport", "BatchService", "FolderWatch", "Batches", "Importing", "ImportRules",
                "LineProtocol",
                "PhotoModel", "Threads", "WatchedLibrary", "CaptureRules", "Extraction", logging,
            ]
        ),
        tests(
            "PhotoServiceTests",
            [
                "TestSupport", "PhotoService", "Previews", "Extraction", "ExtractionWire", "Importing",
                "Editing", "Files",
                "LibraryIndex", "LineProtocol",
                "LineServer", "PhotoModel", "SidecarText", "Thumbnails", "Threads",
            ]
        ),
        tests(
            "IntegrationTests",
            [
                "TestSupport", "PhotoModel", "LibraryIndex", "LineProtocol", "PhotoClient", "PhotoReplies",
                "GalleryAddress", "Files", "FolderWatch",
                "Threads", "CShims", "photod",
                "photod-extract",
                "photod-media", "photod-render", "photoctl", "photod-gallery", "photod-extract-misbehaving",
                "photod-extract-boxed",
                "slow-filesystem",
            ]
        ),
    ]
)
