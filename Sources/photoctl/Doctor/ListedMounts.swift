/// Where /etc/fstab has something mounted: `mount PATH` is enough there.
struct ListedMounts: Equatable, Sendable {
    let paths: [String]

    /// Reads lines of fstab(5): `UUID=0a3407de /srv/photos ext4 defaults,nofail 0 2`.
    init(parsing text: [UInt8]) {
        paths = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard fields.count >= 3, fields[0].first != UInt8(ascii: "#"),
                fields[1].first == UInt8(ascii: "/")
            else { return nil }
            return String(decoding: MountList.unescaped(fields[1]), as: UTF8.self)
        }
    }

    static func current() -> ListedMounts { ListedMounts(parsing: TextFile.bytes("/etc/fstab") ?? []) }

    /// The nearest one that an absolute path lies on; the root of all is mounted wherever anything runs, and is none.
    func mountPoint(of path: String) -> String? {
        paths.filter { $0 != "/" && MountList.isInside(path, $0) }.max { $0.utf8.count < $1.utf8.count }
    }
}
