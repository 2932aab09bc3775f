import CShims
import Glibc
import SimulatedMachine
import TestSupport
import Testing

/// The same calls to the kernel that this runs on and to the simulated one, each in a folder of its own.
final class BothKernels {
    /// What a call led to, in either.
    struct Outcome: Equatable, CustomStringConvertible {
        /// 0, or an error number.
        var code: Int32
        var events: [String]

        var description: String { "\(code == 0 ? "done" : String(cString: strerror(code))) \(events)" }
    }

    private let folder: TemporaryFolder
    private let simulated = SimulatedKernel()
    private let inotify: Int32
    private let simulatedInotify: Int32
    /// Open files, of the one and the other.
    private var open: [(real: Int32, simulated: Int32)] = []
    private var cookies: [UInt32: Int] = [:]
    private var simulatedCookies: [UInt32: Int] = [:]

    init() throws {
        folder = try TemporaryFolder()
        inotify = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        try #require(inotify >= 0, "inotify")
        simulatedInotify = Int32(simulated.makeInotify(O_NONBLOCK))
        _ = simulated.makeFolder(AT_FDCWD, "/top", 0o755)
    }

    deinit {
        for file in open { close(file.real) }
        close(inotify)
    }

    private func real(_ path: String) -> String { folder.path(path) }
    private func ours(_ path: String) -> String { path.isEmpty ? "/top" : "/top/" + path }

    private func outcomes(_ real: Int, _ simulated: Int) -> (real: Outcome, simulated: Outcome) {
        let code = real < 0 ? errno : 0
        return (
            Outcome(code: code, events: realEvents()),
            Outcome(code: simulated < 0 ? Int32(-simulated) : 0, events: simulatedEvents())
        )
    }

    // MARK: Calls

    func makeFolder(_ path: String) -> (real: Outcome, simulated: Outcome) {
        outcomes(Int(mkdir(real(path), 0o755)), simulated.makeFolder(AT_FDCWD, ours(path), 0o755))
    }

    func removeFolder(_ path: String) -> (real: Outcome, simulated: Outcome) {
        outcomes(Int(rmdir(real(path))), simulated.unlink(AT_FDCWD, ours(path), AT_REMOVEDIR))
    }

    func unlink(_ path: String) -> (real: Outcome, simulated: Outcome) {
        outcomes(Int(Glibc.unlink(real(path))), simulated.unlink(AT_FDCWD, ours(path), 0))
    }

    func link(_ from: String, _ to: String) -> (real: Outcome, simulated: Outcome) {
        outcomes(
            Int(Glibc.link(real(from), real(to))),
            simulated.link(AT_FDCWD, ours(from), AT_FDCWD, ours(to), 0)
        )
    }

    func symbolicLink(_ target: String, _ path: String) -> (real: Outcome, simulated: Outcome) {
        outcomes(Int(symlink(target, real(path))), simulated.makeLink(target, AT_FDCWD, ours(path)))
    }

    func rename(_ from: String, _ to: String) -> (real: Outcome, simulated: Outcome) {
        outcomes(
            Int(Glibc.rename(real(from), real(to))),
            simulated.rename(AT_FDCWD, ours(from), AT_FDCWD, ours(to), 0)
        )
    }

    func exchange(_ one: String, _ other: String) -> (real: Outcome, simulated: Outcome) {
        let code = photod_exchange(AT_FDCWD, real(one), real(other))
        if code > 0 { errno = code }
        return outcomes(
            code == 0 ? 0 : -1,
            simulated.rename(AT_FDCWD, ours(one), AT_FDCWD, ours(other), RenameFlag.exchange)
        )
    }

    func setMode(_ path: String, _ mode: UInt32) -> (real: Outcome, simulated: Outcome) {
        outcomes(Int(chmod(real(path), mode_t(mode))), simulated.setMode(AT_FDCWD, ours(path), mode))
    }

    func setTimes(_ path: String, _ seconds: Int) -> (real: Outcome, simulated: Outcome) {
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        let nanoseconds = Int64(seconds) * 1_000_000_000
        return outcomes(
            Int(utimensat(AT_FDCWD, real(path), [time, time], 0)),
            simulated.setTimes(AT_FDCWD, ours(path), nanoseconds, nanoseconds, follows: true)
        )
    }

    /// Opened files stay open until `closeOne`.
    func open(_ path: String, _ flags: Int32) -> (real: Outcome, simulated: Outcome) {
        let descriptor = Glibc.open(real(path), flags | O_CLOEXEC, 0o644)
        let other = simulated.open(AT_FDCWD, ours(path), flags, 0o644)
        let both = outcomes(Int(descriptor), other)
        if descriptor >= 0, other >= 0 { open.append((descriptor, Int32(other))) }
        return both
    }

    func writeToOne(_ number: Int, _ text: String) -> (real: Outcome, simulated: Outcome)? {
        guard !open.isEmpty else { return nil }
        let file = open[number % open.count]
        let bytes = Array(text.utf8)
        return outcomes(
            write(file.real, bytes, bytes.count),
            bytes.withUnsafeBytes { simulated.write(file.simulated, $0) }
        )
    }

    func closeOne(_ number: Int) -> (real: Outcome, simulated: Outcome)? {
        guard !open.isEmpty else { return nil }
        let file = open.remove(at: number % open.count)
        return outcomes(Int(close(file.real)), simulated.close(file.simulated))
    }

    func watch(_ path: String, _ mask: UInt32) -> (real: Outcome, simulated: Outcome) {
        let watch = inotify_add_watch(inotify, real(path), mask)
        let code = watch < 0 ? errno : 0
        let other = simulated.watch(simulatedInotify, ours(path), mask)
        errno = code
        var both = outcomes(Int(watch), other)
        both.real.events.append("watch \(max(watch, -1))")
        both.simulated.events.append("watch \(max(other, -1))")
        return both
    }

    func unwatch(_ watch: Int32) -> (real: Outcome, simulated: Outcome) {
        outcomes(Int(inotify_rm_watch(inotify, watch)), simulated.unwatch(simulatedInotify, watch))
    }

    // MARK: What there is

    /// Names, kinds, link counts and contents.
    var trees: (real: [String], simulated: [String]) {
        var real: [String] = []
        var simulated: [String] = []
        list("", realFolder: true, into: &real)
        list("", realFolder: false, into: &simulated)
        return (real, simulated)
    }

    private func list(_ path: String, realFolder isReal: Bool, into lines: inout [String]) {
        for name in isReal ? realNames(path) : simulatedNames(path) {
            let below = path.isEmpty ? name : path + "/" + name
            let (kind, links, size) = isReal ? realStatus(below) : simulatedStatus(below)
            lines.append("\(below) \(String(kind, radix: 8)) \(links) \(size)")
            if kind == UInt32(S_IFDIR) { list(below, realFolder: isReal, into: &lines) }
        }
    }

    private func realStatus(_ path: String) -> (UInt32, UInt32, Int) {
        var status = stat()
        lstat(real(path), &status)
        let kind = status.st_mode & mode_t(S_IFMT)
        // File systems differ in the sizes and in the links of folders.
        let isFolder = kind == mode_t(S_IFDIR)
        return (UInt32(kind), isFolder ? 0 : UInt32(status.st_nlink), isFolder ? 0 : Int(status.st_size))
    }

    private func simulatedStatus(_ path: String) -> (UInt32, UInt32, Int) {
        guard case .success(let status) = simulated.status(AT_FDCWD, ours(path), follows: false) else {
            return (0, 0, 0)
        }
        let kind = status.mode & UInt32(S_IFMT)
        let isFolder = kind == UInt32(S_IFDIR)
        return (kind, isFolder ? 0 : status.links, isFolder ? 0 : Int(status.size))
    }

    private func realNames(_ path: String) -> [String] {
        guard let stream = opendir(path.isEmpty ? folder.path : real(path)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func simulatedNames(_ path: String) -> [String] {
        let descriptor = simulated.open(AT_FDCWD, ours(path), O_RDONLY | O_DIRECTORY, 0)
        guard descriptor >= 0 else { return [] }
        defer { _ = simulated.close(Int32(descriptor)) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
        defer { buffer.deallocate() }
        var names: [String] = []
        while true {
            let length = simulated.entries(Int32(descriptor), buffer)
            guard length > 0 else { return names.sorted() }
            var place = 0
            while place < length {
                let size = Int(buffer.loadUnaligned(fromByteOffset: place + 16, as: UInt16.self))
                names.append(
                    String(decoding: buffer[(place + 19)..<(place + size)].prefix { $0 != 0 }, as: UTF8.self)
                )
                place += size
            }
        }
    }

    // MARK: Events

    private func realEvents() -> [String] {
        let code = errno
        defer { errno = code }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let length = read(inotify, &bytes, bytes.count)
        return Self.decode(bytes.prefix(max(0, length)), &cookies)
    }

    private func simulatedEvents() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let length = bytes.withUnsafeMutableBytes { simulated.read(simulatedInotify, $0) }
        return Self.decode(bytes.prefix(max(0, length)), &simulatedCookies)
    }

    /// One line an event. Cookies are numbered in the order in which they come.
    private static func decode(_ bytes: ArraySlice<UInt8>, _ cookies: inout [UInt32: Int]) -> [String] {
        var events: [String] = []
        bytes.withUnsafeBytes { bytes in
            var place = 0
            while place + 16 <= bytes.count {
                let watch = bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)
                let mask = bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)
                let cookie = bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt32.self)
                let length = Int(bytes.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self))
                let name = String(
                    decoding: bytes[(place + 16)..<(place + 16 + length)].prefix { $0 != 0 },
                    as: UTF8.self
                )
                var number = 0
                if cookie != 0 {
                    number = cookies[cookie] ?? cookies.count + 1
                    cookies[cookie] = number
                }
                events.append("\(watch) \(String(mask, radix: 16)) \(number) \(name)")
                place += 16 + length
            }
        }
        return events
    }
}
