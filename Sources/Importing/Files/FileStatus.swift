import Files
import Glibc
import PhotoModel

extension FileStatus {
    /// The stamp to remember. The change time of a file with several names changes with each of them, so it
    /// says nothing of this one; 0 stands for that.
    var remembered: FileStamp {
        var stamp = stamp
        if linkCount > 1 { stamp.changeTime = 0 }
        return stamp
    }

    /// Of what stands at a path; a symbolic link is not followed.
    init(lookingAt path: FilePath) throws(ImportError) {
        do throws(CallFailure) { try self.init(path: path) } catch {
            if error.code == ENOENT { throw .missing(path) }
            throw .system(operation: "look at", path: path, code: error.code)
        }
    }
}

extension FileStamp {
    /// Whether it is the file that `expected` was taken of, as far as size, modification time and inode tell, whatever
    /// became of its name, its mode and its links. A birth time of 0 is an unknown one.
    public func hasSameContent(as expected: FileStamp) -> Bool {
        inode == expected.inode && size == expected.size && modificationTime == expected.modificationTime
            && (expected.birthTime == 0 || birthTime == 0 || birthTime == expected.birthTime)
    }

    /// The same, where no number lasts until the next mount, as on FUSE, as the rest of the stamp tells.
    ///
    /// - Parameter keepsInodes: whether numbers last where the file lies.
    public func hasSameContent(
        as expected: FileStamp,
        keepsInodes: () throws(CallFailure) -> Bool
    ) throws(CallFailure) -> Bool {
        if hasSameContent(as: expected) { return true }
        var unnumbered = expected
        unnumbered.inode = inode
        guard hasSameContent(as: unnumbered) else { return false }
        return try !keepsInodes()
    }

    /// The same of a file in a folder; `false` where that cannot be asked.
    public func hasSameContent(as expected: FileStamp, in folder: FilePath) -> Bool {
        do throws(CallFailure) {
            return try hasSameContent(as: expected) { () throws(CallFailure) in
                try Folder(folder).keepsInodes()
            }
        } catch { return false }
    }

    // MARK: - Times on the wall

    /// FAT notes what clocks on the wall show. Where they show another hour at the next mount, all its times are apart by a multiple
    /// of this, in nanoseconds.
    private static let zoneStep: Int64 = 900 * 1_000_000_000
    /// From the zone of Baker Island to that of Kiritimati.
    private static let widestShift: UInt64 = 26 * 3600 * 1_000_000_000

    /// What is left of the modification time in every zone.
    var zonelessModificationTime: Int64 {
        let rest = modificationTime % Self.zoneStep
        return rest < 0 ? rest + Self.zoneStep : rest
    }

    /// Whether the modification time may be the one that `expected` has, read in another zone.
    func mayHaveShifted(from expected: FileStamp) -> Bool {
        let apart = modificationTime.subtractingReportingOverflow(expected.modificationTime)
        return !apart.overflow && apart.partialValue.magnitude <= Self.widestShift
            && apart.partialValue.isMultiple(of: Self.zoneStep)
    }
}
