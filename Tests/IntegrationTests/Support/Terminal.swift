import CShims
import Glibc
import PhotoModel

/// A terminal for a program to write on.
final class Terminal {
    let path: FilePath
    private let descriptor: Int32

    /// `nil` where the system has none to give.
    init?() {
        let opened = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)) unlock the other end, and tell its number.
        var number: Int32 = 0
        guard photod_ioctl_int(opened, 0x4004_5431, &number) == 0,
            photod_ioctl_int(opened, 0x8004_5430, &number) == 0,
            access("/dev/pts/\(number)", R_OK | W_OK) == 0
        else {
            close(opened)
            return nil
        }
        path = FilePath("/dev/pts/\(number)")
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// All that is written until its last user has gone, which a terminal tells as an error; with lines that end with `\n`.
    func readToEnd() -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
        return String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
    }
}
