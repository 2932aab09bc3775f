import Files
import PhotoModel

/// Which edition of the page's files there is: the same as long as none of them changes, comes or goes.
///
/// The page names its files with it, so that browsers keep them for good and ask for others when there are others.
struct PageEdition: Hashable, Sendable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Looks at every file of a folder.
    init(of folder: FilePath) throws(CallFailure) {
        var hash = Hash()
        try Self.add(Folder(folder), to: &hash)
        text = String(hash.value, radix: 36)
    }

    /// A page of this edition: what it loads is at addresses of this edition.
    func page(_ html: [UInt8]) -> [UInt8] {
        let (files, ours) = (Array("\"/page/".utf8), Array("\"/page/~\(text)/".utf8))
        var (page, rest) = ([UInt8](), html[...])
        while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
            page += rest[..<quote]
            rest = rest[quote...]
            if rest.starts(with: files) {
                page += ours
                rest = rest.dropFirst(files.count)
            } else {
                page.append(rest.removeFirst())
            }
        }
        return page + rest
    }

    private static func add(_ folder: Folder, to hash: inout Hash) throws(CallFailure) {
        for name in try folder.names().sorted() {
            guard let status = try folder.status(of: name) else { continue }
            hash.add(name.bytes)
            if status.isDirectory {
                try add(folder.folder(name), to: &hash)
            } else {
                hash.add(Array(EntityTag(status).text.utf8))
            }
            hash.add([0])
        }
    }

    /// FNV-1a with 64 bits (draft-eastlake-fnv): the same in every run, as browsers keep files for longer than that.
    private struct Hash {
        private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ bytes: [UInt8]) {
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        }
    }
}
