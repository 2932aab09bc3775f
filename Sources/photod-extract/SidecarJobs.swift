import ExtractionWire
import Glibc
import SidecarText
import WorkerBox

/// What the worker that writes sidecars does. It reads nothing else: a photo is a reader's.
struct SidecarJobs: JobTable {
    static let libraries: [WorkerHello.Library] = []

    mutating func warmUp() {
        // Tables of the Unicode library are loaded at first use.
        _ = try? SidecarText.edited(nil, by: SidecarValues(description: .set("Árbol"), keywords: .set(["a"])))
    }

    mutating func perform(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        switch job.kind {
        case .editSidecar: try edit(job, into: &reply)
        case .readFacts, .trial: reply.append(refused: job.number)
        }
    }

    private func edit(_ job: AssignedJob, into reply: inout ReplyEncoder) throws(WireError) {
        guard let wish = job.sources.first, let target = job.targets.first else { throw .descriptors }
        let isChanged: Bool
        do throws(SidecarRefusal) {
            let wish = try bytes(of: wish)
            let old = job.sources.count > 1 ? try bytes(of: job.sources[1]) : nil
            isChanged = try edit(old, by: wish, into: target)
        } catch {
            return reply.append(number: job.number, failed: error.rawValue)
        }
        var payload = WireBytes()
        payload.append(UInt8(isChanged ? 1 : 0))
        try reply.append(number: job.number, of: job.kind, done: payload)
    }

    /// - Returns: whether the sidecar says something else now. Where not, nothing was written.
    private func edit(_ old: [UInt8]?, by wish: [UInt8], into target: Int32) throws(SidecarRefusal) -> Bool {
        let decoded = wish.withUnsafeBytes { bytes in
            Result { () throws(WireError) in try SidecarWish.decode(bytes) }
        }
        guard case .success(let values) = decoded else { throw .unwritable }
        let new: [UInt8]
        do throws(SidecarTextError) {
            new = try SidecarText.edited(old, by: values)
        } catch {
            throw SidecarRefusal(error)
        }
        guard new != old ?? [] else { return false }
        try write(new, to: target)
        return true
    }

    // MARK: Files

    /// A whole file. One that grows while it is read is taken as long as it was.
    private func bytes(of descriptor: Int32) throws(SidecarRefusal) -> [UInt8] {
        // glibc's fstat is a call by path, which the box refuses.
        let length = Int(lseek(descriptor, 0, SEEK_END))
        guard length >= 0 else { throw .inputOutput }
        guard length <= SidecarText.sizeLimit else { throw .tooLarge }
        var count = 0
        var isWhole = true
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            while count < length {
                let read = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + count },
                    length - count,
                    off_t(count)
                )
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { break }
                count += read
            }
            isWhole = count == length
            initialized = count
        }
        guard isWhole else { throw .inputOutput }
        return bytes
    }

    private func write(_ bytes: [UInt8], to target: Int32) throws(SidecarRefusal) {
        guard ftruncate(target, 0) == 0 else { throw .inputOutput }
        let isWritten = bytes.withUnsafeBytes { bytes in
            var count = 0
            while count < bytes.count {
                let written = pwrite(
                    target,
                    bytes.baseAddress.map { $0 + count },
                    bytes.count - count,
                    off_t(count)
                )
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                count += written
            }
            return true
        }
        guard isWritten else { throw .inputOutput }
    }
}
