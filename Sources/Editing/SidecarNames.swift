import PhotoModel

/// Which sidecars say what is said of a shot: one for each of its photos and videos.
///
/// One that is there is written on: `photo.jpg.xmp`, in whatever case, before `photo.xmp`. A new one is called `photo.jpg.xmp`,
/// which names its file and no other.
public enum SidecarNames {
    /// - Parameters:
    ///   - files: a shot's photos and videos, its primary first.
    ///   - sidecars: the names of its XMP sidecars.
    /// - Returns: each once.
    public static func names(of files: [FileName], among sidecars: [FileName]) -> [FileName] {
        var names: [FileName] = []
        for file in files {
            let name = name(of: file, among: sidecars)
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private static func name(of file: FileName, among sidecars: [FileName]) -> FileName {
        let candidates = sidecars.map { (name: $0, named: withoutExtension($0)) }
        let stem = withoutExtension(file)
        return candidates.first { $0.named == file.bytes }?.name
            ?? candidates.first { $0.named.isSameButForCase(as: file.bytes) }?.name
            ?? candidates.first { $0.named == stem }?.name
            ?? FileName(file.bytes + Array(".xmp".utf8))
    }

    private static func withoutExtension(_ name: FileName) -> [UInt8] {
        Array(name.bytes[..<(name.extensionStart.map { $0 - 1 } ?? name.bytes.count)])
    }
}

extension [UInt8] {
    fileprivate func isSameButForCase(as other: [UInt8]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.0.lowercased == $0.1.lowercased }
    }
}

extension UInt8 {
    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
