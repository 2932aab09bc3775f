import CShims
import CXXHash
import Glibc
import PhotoModel

/// XXH3-128 of a file's whole content, taken while it passes. Owns the C state.
struct ContentHash: ~Copyable {
    private let state: OpaquePointer

    init() throws(CallFailure) {
        guard let state = XXH3_createState() else { throw CallFailure(code: ENOMEM) }
        guard XXH3_128bits_reset(state) == XXH_OK else {
            XXH3_freeState(state)
            throw CallFailure(code: EINVAL)
        }
        self.state = state
    }

    deinit {
        XXH3_freeState(state)
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
    }

    var value: Fingerprint {
        let digest = XXH3_128bits_digest(state)
        return Fingerprint(high: digest.high64, low: digest.low64)
    }
}

/// Whole files held against each other.
public enum FileContent {
    /// XXH3-128 of a regular file's whole content; a symbolic link is not followed.
    public static func hash(of path: FilePath) throws(ImportError) -> Fingerprint {
        let opened = path.withCString { photod_open_for_reading(AT_FDCWD, $0) }
        guard opened >= 0 else {
            if opened == -ENOENT { throw .missing(path) }
            if opened == -ELOOP { throw .notAFile(path) }
            throw .system(operation: "read", path: path, code: -opened)
        }
        let file = OpenFile(owning: opened, gate: .open)
        do throws(CallFailure) {
            guard try file.status().isRegular else { throw CallFailure(code: EISDIR) }
            return try file.contentHash()
        } catch {
            if error.code == EISDIR { throw .notAFile(path) }
            throw error.told("read", path)
        }
    }

    /// Whether two paths, or two names, lead to one file. Of hard links each has its own name, but what stands at two
    /// paths by a link to a folder, or a bind mount, has but one: they cannot be told apart.
    static func isOneFile(_ first: FilePath, _ second: FilePath) throws(ImportError) -> Bool {
        let (first, second) = (try EntryStatus(lookingAt: first), try EntryStatus(lookingAt: second))
        return first.device == second.device && first.stamp.inode == second.stamp.inode
    }
}
