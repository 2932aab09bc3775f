import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

/// What tests of folder options write.
enum OptionFiles {
    static let date = "2016:11:05 12:34:56"

    static func path(in folder: FilePath) -> FilePath { folder + ".photod.toml" }
}

/// What they ask.
extension Connection {
    func group(of path: FilePath) throws -> String? {
        try #require(try item(path), "\(path.display) is not there")["group"]?.string
    }

    /// Which rule gave a photo its group.
    func groupRule(of path: FilePath) throws -> String? {
        try #require(try item(path))["why"]?["group"]?["rule"]?.string
    }

    func timestamp(of path: FilePath) throws -> Int64 {
        let item = try #require(try item(path))
        return try #require(item["timestamp"]?.integer)
    }

    func problems() throws -> [JSONValue] {
        try #require(try status()["problems"]?.array)
    }
}
