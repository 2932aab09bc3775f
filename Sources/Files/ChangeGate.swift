/// The calls that change something on a disk, by what they do.
public enum ChangePoint: String, Hashable, Sendable, CaseIterable {
    case createJournal, writeJournal, cutJournal, syncJournal
    case makeFolder, removeFolder
    case makeTemporary, writeContent, cloneContent, setAttributes, writeTrashInfo
    case syncContent, syncFileSystem, syncFolder
    case rename, link, unlink
}

/// What every call passes that changes something on a disk.
///
/// For tests: work that is refused every call from the nth on has left on the disk what a process leaves that is
/// killed there, and one call that is refused is a full disk, a lost permission or a server that is gone.
public struct ChangeGate: Sendable {
    private let refusal: (@Sendable (ChangePoint) -> Int32)?

    /// Refuses nothing.
    public static let open = ChangeGate(refusal: nil)

    /// - Parameter refusal: called before each change; returns 0, or the error number the call shall fail
    ///   with.
    public init(refusal: @escaping @Sendable (ChangePoint) -> Int32) {
        self.refusal = refusal
    }

    private init(refusal: (@Sendable (ChangePoint) -> Int32)?) {
        self.refusal = refusal
    }

    /// 0, or the error number to fail with.
    @inline(__always)
    public func pass(_ point: ChangePoint) -> Int32 {
        guard let refusal else { return 0 }
        return refusal(point)
    }
}
