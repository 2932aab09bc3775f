extension ImageSubstance {
    /// Whether a TIFF file, or a DNG, is the same but for its metadata with another head and more behind it. All between stays
    /// where it is; so what tells of it has to be the same: the first directory but for metadata, and what EXIF's and GPS's have
    /// that nobody writes.
    public static func isSame(_ old: TIFFBytes, withHead head: [UInt8], andBehindIt tail: [UInt8]) -> Bool {
        guard head.count == TIFFParts.headLength, let oldHead = old.read(0..<head.count),
            oldHead[..<4] == head[..<4], let before = TIFFParts(old),
            let after = TIFFParts(old.with(head: head, tail: tail))
        else { return false }
        return TIFFSubstance(before: before, after: after).isSame
    }
}

private struct TIFFSubstance {
    private enum Tag {
        static let photoshop = 0x8649
        static let (exif, gps) = (0x8769, 0x8825)
        /// Description, XMP, Windows' ratings, IPTC, a date by TIFF/EP, Windows' title and keywords.
        static let main: Set = [0x010E, 0x02BC, 0x4746, 0x4749, 0x83BB, 0x9003, 0x9C9B, 0x9C9E]
        /// Version, date, its offset and fraction.
        static let ofEXIF: Set = [0x9000, 0x9003, 0x9011, 0x9291]
        /// What a new one has beside those.
        static let ofNewEXIF: Set = [0xA000, 0xA001]
        static let ofGPS = Set(0...6)
        static let ofNewGPS: Set = [0x1B]
    }

    let before: TIFFParts
    let after: TIFFParts

    var isSame: Bool {
        guard let old = before.directory(at: before.start), let new = after.directory(at: after.start) else {
            return false
        }
        let judged = Tag.main.union([Tag.photoshop, Tag.exif, Tag.gps])
        return old.next == new.next && Self.isSame(old, new, but: judged)
            && hasSameResources(old[Tag.photoshop], new[Tag.photoshop])
            && leads(Tag.exif, old, new, but: Tag.ofEXIF, whenNew: Tag.ofNewEXIF)
            && leads(Tag.gps, old, new, but: Tag.ofGPS, whenNew: Tag.ofNewGPS)
    }

    /// Whether two directories have the same entries in the same order but for those of some tags, of which there is one each.
    private static func isSame(
        _ old: TIFFParts.Directory,
        _ new: TIFFParts.Directory,
        but tags: Set<Int>
    ) -> Bool {
        func others(_ directory: TIFFParts.Directory) -> [TIFFParts.Entry] {
            directory.entries.filter { !tags.contains($0.tag) }
        }
        func count(_ tag: Int, _ directory: TIFFParts.Directory) -> Int {
            directory.entries.count { $0.tag == tag }
        }
        // A value that an entry has room for lies in the directory, wherever that is.
        return others(old).elementsEqual(others(new)) {
            $0.tag == $1.tag && $0.type == $1.type && $0.count == $1.count && $0.field == $1.field
        } && tags.allSatisfy { count($0, new) <= max(1, count($0, old)) }
    }

    /// Whether an entry leads to a directory that is the same but for some tags, or to none as before. One that is new has these
    /// tags and no others.
    private func leads(
        _ pointer: Int,
        _ old: TIFFParts.Directory,
        _ new: TIFFParts.Directory,
        but tags: Set<Int>,
        whenNew moreTags: Set<Int>
    ) -> Bool {
        guard let newEntry = new[pointer] else { return old[pointer] == nil }
        guard let place = after.place(newEntry), let directory = after.directory(at: place) else {
            return false
        }
        guard let oldEntry = old[pointer] else {
            let all = tags.union(moreTags)
            return directory.next == 0 && directory.entries.allSatisfy { all.contains($0.tag) }
        }
        guard let place = before.place(oldEntry), let former = before.directory(at: place) else {
            return false
        }
        return former.next == directory.next && Self.isSame(former, directory, but: tags)
    }

    /// Photoshop's resources that are read at most: nothing longer is written on.
    private static let resourcesLimit = 16 << 20

    /// Whether Photoshop's resources are the same but for IPTC and its digest.
    private func hasSameResources(_ old: TIFFParts.Entry?, _ new: TIFFParts.Entry?) -> Bool {
        guard let old, let new else { return old == nil && new == nil }
        if old.field == new.field, old.count == new.count, old.type == new.type { return true }
        guard old.type == new.type, max(old.value.count, new.value.count) <= Self.resourcesLimit,
            let former = before.bytes.read(old.value),
            let present = after.bytes.read(new.value)
        else { return false }
        return former.withUnsafeBytes { former in
            present.withUnsafeBytes { present in
                guard let before = PhotoshopParts.substance(of: former, 0..<former.count),
                    let after = PhotoshopParts.substance(of: present, 0..<present.count)
                else { return false }
                return before.count == after.count
                    && zip(before, after).allSatisfy {
                        former[$0.range].elementsEqual(present[$1.range])
                    }
            }
        }
    }
}
