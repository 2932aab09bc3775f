import ExtractionWire
import Glibc
import SidecarText

/// What a simulated worker writes: sidecars, and what photos say, as its reader reads it again.
struct SimulatedWriter {
    /// What was handed over: the wish, and the file that there is, if any.
    let sources: ArraySlice<Int32>
    let target: Int32

    /// - Returns: whether the file says something else now. Where not, nothing is written.
    func editSidecar() throws(SidecarRefusal) -> Bool {
        guard let description = description() else { throw .unwritable }
        let old = sources.dropFirst().first.map { Self.bytes(of: $0) }
        guard let new = SimulatedPhoto.sidecar(old, saying: description) else { throw .notXML }
        guard new != old else { return false }
        guard write(new) else { throw .inputOutput }
        return true
    }

    /// - Returns: the same of what stands before an image's picture.
    func editImage() throws(ImageRefusal) -> Bool {
        guard let description = description() else { throw .unwritable }
        guard let image = sources.dropFirst().first else { throw .inputOutput }
        let old = Self.bytes(of: image)
        guard let new = SimulatedPhoto.image(old, saying: description) else { throw .damaged }
        guard new != old else { return false }
        guard write(new) else { throw .inputOutput }
        return true
    }

    /// What is to be said; `nil` where nobody could read the wish, or it speaks of other things alone.
    private func description() -> Setting<String>? {
        guard let wish = sources.first else { return nil }
        return Self.bytes(of: wish).withUnsafeBytes { (try? SidecarWish.decode($0))?.description }
    }

    private static func bytes(of descriptor: Int32) -> [UInt8] {
        let length = max(0, Int(lseek(descriptor, 0, SEEK_END)))
        var bytes = [UInt8](repeating: 0, count: length)
        let count = pread(descriptor, &bytes, length, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        ftruncate(target, 0) == 0 && pwrite(target, bytes, bytes.count, 0) == bytes.count
    }
}
