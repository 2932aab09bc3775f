/// The mounts that this program sees, as /proc/self/mountinfo lists them.
struct MountList: Equatable, Sendable {
    struct Mount: Equatable, Sendable {
        let path: String
        let type: String
        let isReadOnly: Bool
    }

    let mounts: [Mount]

    /// Reads lines of proc_pid_mountinfo(5):
    /// `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`.
    init(parsing text: [UInt8]) {
        mounts = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            // Optional fields stand between the sixth and a hyphen.
            guard fields.count >= 9,
                let hyphen = fields[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
                fields.count > hyphen + 3
            else { return nil }
            let options = [fields[5], fields[hyphen + 3]].flatMap { $0.split(separator: UInt8(ascii: ",")) }
            return Mount(
                path: String(decoding: Self.unescaped(fields[4]), as: UTF8.self),
                type: String(decoding: fields[hyphen + 1], as: UTF8.self),
                isReadOnly: options.contains { $0.elementsEqual("ro".utf8) }
            )
        }
    }

    static func current() -> MountList { MountList(parsing: TextFile.bytes("/proc/self/mountinfo") ?? []) }

    /// What an absolute path lies on. Of mounts that are stacked the last one counts.
    func mount(of path: String) -> Mount? {
        var best: Mount?
        for mount in mounts where Self.isInside(path, mount.path) {
            if mount.path.utf8.count >= best?.path.utf8.count ?? 0 { best = mount }
        }
        return best
    }

    /// Whether something is mounted at a path itself.
    func isMounted(at path: String) -> Bool { mounts.contains { $0.path == path } }

    static func isInside(_ path: String, _ above: String) -> Bool {
        above == "/" || path == above || path.hasPrefix(above + "/")
    }

    /// Space, tab, line feed and backslash are written as a backslash and three octal digits.
    static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            guard byte == UInt8(ascii: "\\"), digits.count == 3,
                digits.allSatisfy({ (0x30...0x37).contains($0) })
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }))
            rest = rest.dropFirst(3)
        }
        return bytes
    }
}
