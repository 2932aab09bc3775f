import Glibc
import TestSupport
import Testing

// What /proc tells about this process and its workers.

struct ProcessFigureMissing: Error {
    let path: String
}

func contents(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ProcessFigureMissing(path: path) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw ProcessFigureMissing(path: path) }
    return String(decoding: bytes[..<count], as: UTF8.self)
}

/// The names in a folder of /proc, sorted.
func names(in path: String) throws -> [String] {
    guard let folder = opendir(path) else { throw ProcessFigureMissing(path: path) }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// Descriptors of what a pool opens and other tests do not, sockets, events and processes, and of files in `folder`.
func countDescriptors(folder: String) throws -> Int {
    try countDescriptors(to: ["socket:", "anon_inode:[eventfd]", "anon_inode:[pidfd]", folder])
}

/// Descriptors of what the kernel calls by a name that begins in one of these ways.
func countDescriptors(to beginnings: [String]) throws -> Int {
    try names(in: "/proc/self/fd").count { name in
        var target = [UInt8](repeating: 0, count: 256)
        let length = target.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { buffer in
                buffer.baseAddress.map { readlink("/proc/self/fd/\(name)", $0, buffer.count) } ?? -1
            }
        }
        guard length > 0 else { return false }
        let text = String(decoding: target[..<length], as: UTF8.self)
        return beginnings.contains { text.hasPrefix($0) }
    }
}

/// The thread numbers of this process's pools.
func poolThreads() throws -> [String] {
    try names(in: "/proc/self/task").filter {
        try contents("/proc/self/task/\($0)/comm").hasPrefix("extract-")
    }
}

/// Waits until none is left: the last thing a thread does in a pool is to say that it is through, and the kernel lists it
/// for a moment longer.
func waitForEndOfPoolThreads() throws {
    try Waiting.until("the end of the pool's threads") { try poolThreads().isEmpty }
}

/// How often a thread was switched to, from its status file.
func switches(_ path: String) throws -> [Substring] {
    try contents(path).split(separator: "\n").filter { $0.contains("ctxt_switches") }
}
