import Files
import Glibc
import PhotoModel

/// What a document is to take the place of: what was looked at, if it is still as it was.
public struct Predecessor: Sendable {
    /// `nil`: nothing.
    let document: ListedDocument?
    let backup: ListedDocument?

    public init(_ document: ListedDocument?, backup: ListedDocument?) {
        self.document = document
        self.backup = backup
    }
}

/// How a document takes its place. Somebody may save the document at the very moment it is replaced, by writing into it
/// or by putting another file over it: what is replaced is looked at after it has left its name, when nobody can put
/// anything over it any more.
extension DocumentDirectory {
    /// Puts `temporary`, a complete document, at `name`, and what was there at `backup`. There is no moment without a
    /// document of that name.
    ///
    /// - Parameter spare: a name that nothing has.
    /// - Returns: `false` where something else than the predecessor has the name: it keeps it, and `temporary` is gone.
    func replace(
        _ name: String,
        with temporary: String,
        keeping backup: String,
        byWayOf spare: String,
        after predecessor: Predecessor
    ) throws(IdentityStoreError) -> Bool {
        guard try areFiles(name, backup) else {
            try keep(name, as: backup, temporary: spare)
            try rename(temporary, to: name)
            return true
        }
        guard try isStill(predecessor.document, name), try isStill(predecessor.backup, backup) else {
            return try give(up: temporary)
        }
        guard predecessor.document != nil else {
            let code = folder.rename(FileName(temporary), ifFree: FileName(name))
            switch code {
            case 0: return true
            case EEXIST: return try give(up: temporary)
            case EINVAL, ENOSYS, EOPNOTSUPP:
                try rename(temporary, to: name)
                return true
            default: throw failure("replace", name, code: code)
            }
        }
        let own = try inode(of: temporary)
        guard try exchange(temporary, name) else {
            // A file system that cannot exchange two names: what is saved in these microseconds is in the backup.
            try keep(name, as: backup, temporary: spare)
            try rename(temporary, to: name)
            return true
        }
        do throws(IdentityStoreError) {
            if try isStill(predecessor.document, temporary) {
                try put(temporary, at: backup)
                return true
            }
            // Somebody has saved it in between. Theirs has the name again, and whatever came over ours meanwhile is theirs.
            _ = try exchange(temporary, name)
            if try inode(of: temporary) == own { return try give(up: temporary) }
            _ = try exchange(temporary, name)
            try put(temporary, at: backup)
            return false
        } catch {
            // A temporary file is removed after an error: the predecessor must not be the one that has its name.
            if let now = try? inode(of: temporary), now != own { _ = try? exchange(temporary, name) }
            throw error
        }
    }

    /// Takes a document away whose month is empty, and its backup.
    ///
    /// - Returns: `false` where something else than the predecessor has the name: it keeps it.
    func withdraw(
        _ name: String,
        byWayOf temporary: String,
        keeping backup: String,
        after predecessor: Predecessor
    ) throws(IdentityStoreError) -> Bool {
        guard try areFiles(name, backup) else {
            // The backup first: one that outlived its document would be taken for the document's last state.
            try remove(backup)
            try remove(name)
            return true
        }
        guard try isStill(predecessor.document, name), try isStill(predecessor.backup, backup) else {
            return false
        }
        try remove(backup)
        guard predecessor.document != nil else { return true }
        try rename(name, to: temporary)
        let isKnown: Bool
        do throws(IdentityStoreError) { isKnown = try isStill(predecessor.document, temporary) } catch {
            // Nobody knows what it says, and a temporary file is removed by the next start.
            try putBack(temporary, at: name, or: backup)
            throw error
        }
        if isKnown {
            try remove(temporary)
            return true
        }
        try putBack(temporary, at: name, or: backup)
        return false
    }

    private func putBack(
        _ temporary: String,
        at name: String,
        or backup: String
    ) throws(IdentityStoreError) {
        switch folder.rename(FileName(temporary), ifFree: FileName(name)) {
        case 0: break
        // What was saved last has the name.
        case EEXIST: try put(temporary, at: backup)
        // A file system that cannot ask for a name in this way.
        case EINVAL, ENOSYS, EOPNOTSUPP: try rename(temporary, to: name)
        case let code: throw failure("put back", name, code: code)
        }
    }

    /// Whether what has these names are files, if anything has: something else nobody has edited, and that it stands there is
    /// told where it is to be replaced.
    private func areFiles(_ name: String, _ backup: String) throws(IdentityStoreError) -> Bool {
        let (document, older) = (try status(of: name), try status(of: backup))
        return (document?.isRegularFile ?? true) && (older?.isRegularFile ?? true)
    }

    private func give(up temporary: String) throws(IdentityStoreError) -> Bool {
        try remove(temporary)
        return false
    }

    private func isStill(_ expected: ListedDocument?, _ name: String) throws(IdentityStoreError) -> Bool {
        let status = try status(of: name)
        return status?.stamp.size == expected?.size && status?.modificationTime == expected?.modificationTime
    }

    private func inode(of name: String) throws(IdentityStoreError) -> UInt64? {
        try status(of: name)?.inode
    }

    /// - Returns: `false` where the file system cannot.
    private func exchange(_ first: String, _ second: String) throws(IdentityStoreError) -> Bool {
        let code = folder.exchange(FileName(first), FileName(second))
        switch code {
        case 0: return true
        case EINVAL, ENOSYS, EOPNOTSUPP: return false
        default: throw failure("replace", second, code: code)
        }
    }
}
