import Glibc
import PhotoModel

/// A damaged index that was moved aside, `index.sqlite.broken-SECONDS` or `index.sqlite.broken-SECONDS-NUMBER`: the later, the
/// greater.
struct SetAside: Comparable {
    let seconds: Int64
    let number: Int64

    /// - Parameter last: the latest there is.
    init(after last: SetAside?, now: Int64) {
        // Where the clock was set back, what is set aside now still is the latest.
        let seconds = max(now, last?.seconds ?? 0)
        let isSame = last?.seconds == seconds
        (self.seconds, number) = (seconds, isSame ? last?.number.addingSaturating(1) ?? 1 : 1)
    }

    private init?(_ ending: some StringProtocol) {
        let parts = ending.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, let seconds = Int64(first), parts.count <= 2 else { return nil }
        guard let number = parts.count == 1 ? 1 : Int64(parts[1]) else { return nil }
        (self.seconds, self.number) = (seconds, number)
    }

    func path(beside path: FilePath) -> FilePath {
        let ending = ".broken-\(seconds)" + (number == 1 ? "" : "-\(number)")
        return FilePath(path.bytes + Array(ending.utf8))
    }

    /// The oldest first.
    static func all(beside path: FilePath) -> [SetAside] {
        let prefix = path.lastName.bytes + Array(".broken-".utf8)
        guard let stream = path.parent.withCString({ opendir($0) }) else { return [] }
        defer { closedir(stream) }
        var found: [SetAside] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            guard name.starts(with: prefix) else { continue }
            if let aside = SetAside(String(decoding: name.dropFirst(prefix.count), as: UTF8.self)) {
                found.append(aside)
            }
        }
        return found.sorted()
    }

    static func < (left: SetAside, right: SetAside) -> Bool {
        (left.seconds, left.number) < (right.seconds, right.number)
    }
}
