import Glibc

/// Makes the videos that tests read.
enum FFmpeg {
    struct Failure: Error {
        let arguments: [String]
        let status: Int32
    }

    /// A second of moving pictures, 64 by 48.
    static let pictures = ["-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=1"]
    static let sound = ["-f", "lavfi", "-i", "sine=duration=1"]

    static func run(_ arguments: [String]) throws {
        let words =
            ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-bitexact"] + arguments
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process = pid_t()
        errno = posix_spawnp(&process, "ffmpeg", nil, nil, &pointers, environ)
        guard errno == 0 else { throw Failure(arguments: arguments, status: errno) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else { throw Failure(arguments: arguments, status: status) }
    }
}
