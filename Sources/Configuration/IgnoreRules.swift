import PhotoModel

/// Which names of a library are none of photod's business.
public struct IgnoreRules: Sendable, Hashable {
    /// As configured.
    public let patterns: [String]
    private let byName: [Glob]
    private let byPath: [Glob]
    /// Folders that are somebody else's, as paths below the library's root: those that photos are imported from.
    private var folders: Set<[UInt8]> = []

    /// Only what is always ignored.
    public init() {
        patterns = []
        byName = []
        byPath = []
    }

    public init(patterns: [String]) throws(GlobError) {
        var globs: [Glob] = []
        for pattern in patterns { globs.append(try Glob(pattern)) }
        self.patterns = patterns
        byName = globs.filter { !$0.isAnchored }
        byPath = globs.filter(\.isAnchored)
    }

    /// Whether there is more than what is always ignored.
    public var hasPatterns: Bool { !patterns.isEmpty || !folders.isEmpty }

    /// The same, and these folders besides.
    ///
    /// - Parameter folders: paths below the library's root, without a slash at either end.
    public func excluding(folders: [[UInt8]]) -> IgnoreRules {
        var rules = self
        rules.folders.formUnion(folders)
        return rules
    }

    /// Whether a directory entry is ignored. What lies in an ignored folder is never asked about: prune it.
    ///
    /// - Parameter path: the entry's path below the library's root, without a slash at either end; asked for
    ///   only
    ///   where a pattern needs it.
    public func ignores(_ name: FileName, isDirectory: Bool, path: () -> [UInt8]) -> Bool {
        if Self.alwaysIgnores(name, isDirectory: isDirectory) { return true }
        for glob in byName where isDirectory || !glob.matchesOnlyFolders {
            if glob.matches(name: name.bytes[...]) { return true }
        }
        let mayBeExcluded = isDirectory && !folders.isEmpty
        guard mayBeExcluded || !byPath.isEmpty else { return false }
        let bytes = path()
        if mayBeExcluded, folders.contains(bytes) { return true }
        return byPath.contains { (isDirectory || !$0.matchesOnlyFolders) && $0.matches(path: bytes) }
    }

    /// Hidden names, and files that a browser or a copying program has not finished.
    public static func alwaysIgnores(_ name: FileName, isDirectory: Bool) -> Bool {
        if name.isHidden { return true }
        guard !isDirectory, let start = name.extensionStart else { return false }
        let length = name.bytes.count - start
        guard length == 3 || length == 4 || length == 10 else { return false }
        return unfinished.contains { suffix in
            suffix.utf8CodeUnitCount == length
                && suffix.withUTF8Buffer { letters in
                    letters.indices.allSatisfy { letters[$0] == name.bytes[start + $0] | 0x20 }
                }
        }
    }

    private static let unfinished: [StaticString] = ["part", "crdownload", "tmp"]

    /// An entry of one of these names has its whole directory ignored.
    public static let marks = [FileName(".nomedia"), FileName(".trackerignore")]

    /// Whether an entry of this name has its whole directory ignored.
    public static func hidesItsDirectory(_ name: FileName) -> Bool { name.isHidden && marks.contains(name) }
}
