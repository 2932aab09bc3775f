import Batches
import Files
import Glibc
import PhotoModel

extension FileTransfer {
    /// Makes a temporary file beside the destination that has content, times, mode and attributes of the
    /// source.
    ///
    /// Where it throws, the temporary file is gone, or noted as one that is still to be removed.
    ///
    /// - Parameter found: what is copied, as it was found.
    mutating func copy(
        _ intent: UnitIntent,
        _ index: Int,
        _ from: Folder,
        _ to: Folder,
        _ found: FileStatus
    ) throws(ImportError) -> UnitTransfer.Copy {
        // A card that is locked is noticed before a gigabyte was copied for nothing.
        if intent.action.leaves { try checkRemoval(intent, from) }
        let temporary = temporaryName(intent, index)
        let target: OpenFile
        do throws(CallFailure) {
            target = try to.create(temporary)
        } catch { throw failure(error.code, "copy", intent.files[index], from, to) }
        do throws(ImportError) {
            return try fill(target, intent, index, from, to, found)
        } catch {
            // What cannot be removed now is removed by recovery.
            let code = to.remove(temporary)
            if code != 0, code != ENOENT { unremoved[intent.number] = to.path }
            throw error
        }
    }

    /// Whether files can be removed from where they are.
    func checkRemoval(_ intent: UnitIntent, _ from: Folder) throws(ImportError) {
        let code = from.writability()
        guard code != 0 else { return }
        // Of what is put back, or goes to the trash, a copy would be no help.
        if code == EROFS, intent.action == .move, intent.undoes == nil { throw .readOnly(from.path) }
        throw .system(operation: "remove files from", path: from.path, code: code)
    }

    private func fill(
        _ target: borrowing OpenFile,
        _ intent: UnitIntent,
        _ index: Int,
        _ from: Folder,
        _ to: Folder,
        _ found: FileStatus
    ) throws(ImportError) -> UnitTransfer.Copy {
        let file = intent.files[index]
        let path = from.file(file.name)
        do {
            let source = try from.open(file.name)
            let before = try source.status()
            guard before.isRegularFile, try hasSameContent(before.stamp, as: found.stamp, in: from) else {
                throw ImportError.changed(path)
            }
            var hash = try transferContent(source, to: target, intent.action, from, to)
            let kept = try target.takeAttributes(
                of: source,
                before,
                // Whom somebody has shut out since stays out.
                mode: intent.undoes == nil ? nil : file.mode & (before.mode | 0o600),
                modificationTime: file.modificationTime
            )
            // On the way back it was given these in the library, and this would be their end.
            guard intent.undoes == nil || kept.ofUsers else {
                throw ImportError.attributesLost(path, to.path)
            }
            if hash == nil, intent.action != .reflink { hash = try source.contentHash() }
            let after = try source.status()
            guard after.stamp == before.stamp else { throw ImportError.changedWhileCopied(path) }
            let written = try target.status()
            guard written.stamp.size == after.stamp.size else {
                throw ImportError.damagedCopy(to.file(file.newName))
            }
            return UnitTransfer.Copy(
                source: after,
                hash: hash,
                written: written.stamp,
                keptAttributes: kept.all
            )
        } catch {
            guard let error = error as? CallFailure else { throw ImportError(error, "copy", path) }
            if error.code == ENOENT { throw .missing(path) }
            if error.code == ELOOP { throw .notAFile(path) }
            throw failure(error.code, "copy", file, from, to)
        }
    }

    /// The cheapest way there is. Returns the hash where the content passed through here.
    private func transferContent(
        _ source: borrowing OpenFile,
        to target: borrowing OpenFile,
        _ action: UnitAction,
        _ from: Folder,
        _ to: Folder
    ) throws -> Fingerprint? {
        let code = target.clone(source)
        if code == 0 { return nil }
        if [ENOSPC, EDQUOT, EIO, EROFS].contains(code) { throw CallFailure(.copy, to.path, code) }
        guard action != .reflink else {
            throw from.device == to.device
                ? ImportError.unsupported(.reflink, to.path)
                : ImportError.otherFileSystem(.reflink, from: from.path, to: to.path)
        }
        // Across two file systems the kernel would do what is done here, without telling the hash.
        if from.device == to.device, try target.copyInKernel(source) { return nil }
        return try target.copy(source)
    }
}
