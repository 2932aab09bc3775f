import CXXHash
import Files
import Glibc
import PhotoModel

/// XXH3-128 of a file's whole content, taken while it passes. Owns the C state.
struct ContentHash: ~Copyable {
    private let state: OpaquePointer

    /// `nil` where there is no memory for the state.
    init?() {
        guard let state = XXH3_createState() else { return nil }
        guard XXH3_128bits_reset(state) == XXH_OK else {
            XXH3_freeState(state)
            return nil
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
        do throws(CallFailure) {
            let file = try OpenFile(reading: path)
            guard try file.status().isRegularFile else { throw CallFailure(.read, path, EISDIR) }
            return try file.contentHash()
        } catch {
            switch error.code {
            case ENOENT: throw .missing(path)
            case ELOOP, EISDIR: throw .notAFile(path)
            default: throw .system(operation: "read", path: path, code: error.code)
            }
        }
    }

    /// Whether two paths, or two names, lead to one file. Of hard links each has its own name, but what stands at two
    /// paths by a link to a folder, or a bind mount, has but one: they cannot be told apart.
    static func isOneFile(_ first: FilePath, _ second: FilePath) throws(ImportError) -> Bool {
        try FileStatus(lookingAt: first).isOne(with: FileStatus(lookingAt: second))
    }
}
