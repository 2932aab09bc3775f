import Batches
import Files
import ImportRules
import PhotoModel

/// A file that is to be imported.
public struct ImportFile: Hashable, Sendable {
    public var name: FileName
    /// How it was found: what is imported is this file and no other that took its name.
    public var stamp: FileStamp
    /// Of its kind and permissions, as `st_mode`, but for its group, which has what it has without the mask of an
    /// access control list.
    public var mode: UInt32
    /// `nil`: nothing is known of it, and it is nobody's duplicate.
    public var fingerprint: Fingerprint?
    /// Whether it has several names: then its change time is another whenever one of them goes.
    public var isLinked: Bool

    public init(
        name: FileName,
        stamp: FileStamp,
        mode: UInt32,
        fingerprint: Fingerprint? = nil,
        isLinked: Bool = false
    ) {
        self.name = name
        self.stamp = stamp
        self.mode = mode
        self.fingerprint = fingerprint
        self.isLinked = isLinked
    }

    /// How to know it again when it was dealt with and stays where it is.
    ///
    /// - Parameter isRenamed: something was done with its names, so its change time is another.
    public func remembered(isRenamed: Bool) -> FileStamp {
        var stamp = stamp
        if isLinked || isRenamed { stamp.changeTime = 0 }
        return stamp
    }

    public init(lookingAt path: FilePath) throws(ImportError) {
        var writers = FileWriters()
        try self.init(lookingAt: path, writers: &writers)
    }

    /// Looks at a file, whether it can be read and whether it is complete: what nobody can read nobody can file, and
    /// half a file is none. A symbolic link is not followed. It gets no fingerprint.
    public init(lookingAt path: FilePath, writers: inout FileWriters) throws(ImportError) {
        let found = try FileStatus(lookingAt: path)
        guard found.isRegularFile else { throw .notAFile(path) }
        let file: OpenFile
        do throws(CallFailure) { file = try OpenFile(reading: path) } catch {
            throw .system(operation: "read", path: path, code: error.code)
        }
        guard !writers.areAt(file.descriptor) else { throw .beingWritten(path) }
        do throws(CallFailure) {
            let mode = Permissions.mode(found.mode, without: try AccessList(of: file))
            self.init(name: path.lastName, stamp: found.stamp, mode: mode, isLinked: found.linkCount > 1)
        } catch { throw error.told("read", path) }
    }
}

/// One photo or video with its companions: they stay together, whatever happens.
public struct ImportUnit: Hashable, Sendable {
    /// Where it lies: below the import folder, or below what the user named.
    public var folder: FolderPlace
    /// The primary file first, where it is among them.
    public var files: [ImportFile]
    public var values: LayoutValues
    /// Where the photo went that a RAW file without its still image, or a sidecar by itself, may belong to.
    public var joins: RecentArrivals.Arrival?
    /// A photo of the library that has the primary file of this shot: the files are companions that it lacks, and come to
    /// lie beside it, under its stem. `nil` of a shot that has its own primary file.
    public var completes: FilePath?
    /// The sidecars that lay in the folder when the unit was put together, whether they are in it or stay there on purpose; at least
    /// those of its stem. `nil` where nobody has looked.
    public var sidecars: Set<FileName>?

    public init(
        folder: FolderPlace,
        files: [ImportFile],
        values: LayoutValues,
        joins: RecentArrivals.Arrival? = nil
    ) {
        self.folder = folder
        self.files = files
        self.values = values
        self.joins = joins
    }
}
