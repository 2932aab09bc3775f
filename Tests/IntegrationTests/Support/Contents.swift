import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// Files with their bytes, and what an import said of them.
enum Contents {
    /// Every file below a folder, hidden ones too.
    static func files(below folder: FilePath) throws -> [FilePath: [UInt8]] {
        var files: [FilePath: [UInt8]] = [:]
        for name in try Disk.names(in: folder) {
            let path = folder.appending(name)
            if Disk.isFolder(path) {
                files.merge(try Self.files(below: path), uniquingKeysWith: { first, _ in first })
            } else if Disk.isFile(path) {
                files[path] = try Disk.read(path)
            }
        }
        return files
    }

    /// How often each content is found.
    static func counts(below folders: FilePath...) throws -> [[UInt8]: Int] {
        try folders.flatMap { try files(below: $0).values }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// Paths of files that no import has completed.
    static func temporaries(below folder: FilePath) throws -> [FilePath] {
        try files(below: folder).keys.filter { $0.lastName.display.hasPrefix(".photod-import") }
    }
}

extension [JSONValue] {
    /// How many lines have each result.
    var results: [String: Int] {
        Dictionary(compactMap { $0["result"]?.string }.map { ($0, 1) }, uniquingKeysWith: +)
    }

    var refusals: [JSONValue] { filter { $0["result"]?.string == "error" } }
}
