import PhotoModel

/// A photo or a sidecar that a batch writes. Whether it has done so can be seen on the disk: by what the file's content is.
package struct RewrittenFile: Hashable, Sendable {
    /// From 1, each once in a journal; what it replaces is kept under this number.
    package let number: Int
    /// The number of the edit that it belongs to.
    package let edit: Int
    package let path: FilePath
    /// XXH3-128 of what was there before; `nil` where there was nothing.
    package let old: Fingerprint?
    /// Of what is there afterwards.
    package let new: Fingerprint
    /// What both have in common at the beginning and at the end of what stands before a photo's picture, which is not kept for
    /// that reason. `nil` of a sidecar.
    package let shared: SharedEnds?
    /// Where a photo ended before, behind which something was added; `nil` where nothing was.
    package let end: Int64?
    /// When a photo was changed last before, in nanoseconds since 1970; `nil` where it keeps that time.
    package let modificationTime: Int64?

    package init(
        number: Int,
        edit: Int,
        path: FilePath,
        old: Fingerprint?,
        new: Fingerprint,
        shared: SharedEnds? = nil,
        end: Int64? = nil,
        modificationTime: Int64? = nil
    ) {
        self.number = number
        self.edit = edit
        self.path = path
        self.old = old
        self.new = new
        self.shared = shared
        self.end = end
        self.modificationTime = modificationTime
    }
}

extension RewrittenFile {
    /// Whether a later one may be this file, which was moved before it was tried again. One in the same folder is another: the
    /// files of one try lie in one folder, and the sidecars of a photo and of its RAW file may be the same.
    func hasMoved(to later: RewrittenFile) -> Bool {
        later.old == old && later.new == new && later.path.parent != path.parent
    }
}
