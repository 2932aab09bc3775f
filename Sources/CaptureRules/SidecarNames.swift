import PhotoModel

extension Companions {
    /// The names that sidecars of a stem's files have, as far as one may look for them by name: programs write extensions
    /// in small or in capital letters, and a photo's may have been the other when its sidecar was written (`a.JPG.xmp`
    /// beside `a.jpg`).
    public static func sidecarNames(for names: Set<FileName>, stem: [UInt8]) -> Set<FileName> {
        var owners: Set<[UInt8]> = [stem]
        for name in names where name.format?.kind != .sidecar {
            let ending = name.bytes.dropFirst(stem.count)
            owners.insert(name.bytes)
            owners.insert(stem + ending.map(\.lowercased))
            owners.insert(stem + ending.map(\.uppercased))
        }
        var sidecars: Set<FileName> = []
        for owner in owners {
            for ending in [".xmp", ".XMP", ".aae", ".AAE"] {
                sidecars.insert(FileName(owner + Array(ending.utf8)))
            }
        }
        return sidecars
    }
}

extension UInt8 {
    fileprivate var uppercased: UInt8 {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= self ? self - 32 : self
    }
}
