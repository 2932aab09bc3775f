import Glibc
import PhotoModel

/// Replaces a file so that after a crash either the old content or the new is there, whole.
enum DurableFile {
    static func replace(
        _ path: FilePath,
        in directory: FilePath,
        with bytes: [UInt8]
    ) throws(SystemError) {
        // One daemon holds a state directory, so a fixed name cannot meet another writer's; what a crash left
        // there is overwritten.
        let temporary = FilePath(path.bytes + Array(".tmp".utf8))
        do throws(SystemError) {
            let file = try Descriptor(temporary, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW)
            try file.write(bytes)
            try file.synchronize()
            guard
                temporary.withCString({ from in path.withCString { to in rename(from, to) } }) == 0
            else { throw SystemError(code: errno) }
            // The name is safe only with the directory.
            try Descriptor(directory, flags: O_RDONLY | O_DIRECTORY).synchronize()
        } catch {
            _ = temporary.withCString { unlink($0) }
            throw error
        }
    }
}
