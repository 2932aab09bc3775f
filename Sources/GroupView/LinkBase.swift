import PhotoModel

/// The way from the folders of a view to the files of a library.
///
/// All folders of a view lie side by side, so one way serves all of them, and a link that goes to another folder says
/// the same there.
public struct LinkBase: Hashable, Sendable {
    /// What every link of a view begins with. The needless `./` is the sign of it: no other program writes that.
    public static let mark = Array("./../".utf8)

    public static func isMarked(_ target: [UInt8]) -> Bool { target.starts(with: mark) }

    /// The file that a link leads to, by the name that it says.
    public static func fileName(in target: [UInt8]) -> FileName {
        FileName(Array(target[((target.lastIndex(of: slash) ?? -1) + 1)...]))
    }

    private static let slash = UInt8(ascii: "/")

    /// Ends with a slash.
    private let way: [UInt8]

    /// - Parameters:
    ///   - view: the view's folder, without any symbolic link in the path.
    ///   - root: the library's, likewise.
    public init(view: FilePath, root: FilePath) {
        let from = view.bytes.split(separator: Self.slash)
        let to = root.bytes.split(separator: Self.slash)
        let common = zip(from, to).prefix { $0 == $1 }.count
        var way = Array("./".utf8)
        // One more, for the group's folder.
        for _ in common...from.count { way += Array("../".utf8) }
        for part in to[common...] { way += part + [Self.slash] }
        self.way = way
    }

    /// What a link to a file says.
    ///
    /// - Parameter path: below the library's folder.
    public func target(of path: [UInt8]) -> [UInt8] { way + path }

    /// The path below the library's folder that a link leads to; `nil` where it leads elsewhere.
    public func path(of target: [UInt8]) -> [UInt8]? {
        target.count > way.count && target.starts(with: way) ? Array(target[way.count...]) : nil
    }

    /// Of two libraries, one in the other, the inner one has the longer way.
    public var length: Int { way.count }
}
