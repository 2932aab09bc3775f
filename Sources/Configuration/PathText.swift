import PhotoModel

/// Paths as people write them.
enum PathText {
    /// Without doubled and trailing slashes and `.`; `..` stays, since what it leads to depends on links.
    static func normalized(_ path: [UInt8]) -> FilePath {
        var result: [UInt8] = []
        result.reserveCapacity(path.count)
        for part in path.split(separator: UInt8(ascii: "/")) where part != [UInt8(ascii: ".")] {
            result.append(UInt8(ascii: "/"))
            result.append(contentsOf: part)
        }
        return FilePath(result.isEmpty ? [UInt8(ascii: "/")] : result)
    }

    static func hasParentReference(_ path: FilePath) -> Bool {
        path.bytes.split(separator: UInt8(ascii: "/")).contains {
            $0 == [UInt8(ascii: "."), UInt8(ascii: ".")]
        }
    }

    static func lastComponent(_ path: FilePath) -> FileName {
        FileName(Array(path.bytes.split(separator: UInt8(ascii: "/")).last ?? []))
    }

    /// A path of the configuration file: absolute, or in the home directory after `~/`.
    static func absolute(
        _ text: String,
        environment: ProcessEnvironment,
        key: String,
        origin: ValueOrigin
    ) throws(ConfigurationError) -> FilePath {
        func fail(_ problem: String, _ remedy: String) -> ConfigurationError {
            ConfigurationError(origin: origin, key: key, problem: problem, remedy: remedy)
        }
        if text.isEmpty { throw fail("the path is empty", "write an absolute path, /… or ~/…") }
        var bytes = Array(text.utf8)
        if bytes.contains(0) { throw fail("the path holds a NUL character", "remove it") }
        if text == "~" || text.hasPrefix("~/") {
            guard let home = environment.homeDirectory else {
                throw fail(
                    "\"\(text)\" needs a home directory, and HOME is not set",
                    "write an absolute path"
                )
            }
            bytes = home.bytes + bytes.dropFirst()
        } else if text.hasPrefix("~") {
            throw fail("\"\(text)\" names another user's home", "write the absolute path")
        }
        guard bytes.first == UInt8(ascii: "/") else {
            throw fail("\"\(text)\" is not absolute", "write /… or ~/…")
        }
        let path = normalized(bytes)
        if hasParentReference(path) { throw fail("\"\(text)\" holds ..", "write the folder it leads to") }
        return path
    }
}
