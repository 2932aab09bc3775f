import Glibc
import PhotoModel
import TestSupport
import Testing

/// A folder on another file system than temporary folders are on: memory, which Linux has at /dev/shm.
final class OtherFileSystem {
    let path: FilePath

    /// `nil` where this machine has no other file system to write to; says so.
    init?() throws {
        let memory = FilePath("/dev/shm")
        let folder = try TemporaryFolder()
        guard let here = Disk.status(folder.location), let there = Disk.status(memory),
            here.st_dev != there.st_dev, memory.withCString({ access($0, W_OK) }) == 0
        else {
            print(
                "SKIPPED: no second file system at /dev/shm; imports across file systems are not tested here"
            )
            return nil
        }
        var template = Array("/dev/shm/photod-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
        path = FilePath(template.dropLast().map { UInt8(bitPattern: $0) })
    }

    deinit {
        do { try Disk.removeTree(path) } catch { print("left behind: \(path.display): \(error)") }
    }
}

/// Where a library lies, seen from the inbox.
enum Whereabouts: String, CaseIterable, CustomTestStringConvertible {
    case sameFileSystem = "on one file system"
    case otherFileSystem = "across two file systems"
    /// From memory to the disk, where files are made to last otherwise.
    case fromOtherFileSystem = "across two file systems, the other way"

    var testDescription: String { rawValue }

    /// `nil` where this machine cannot.
    func trial() throws -> Trial? {
        switch self {
        case .sameFileSystem: return try Trial()
        case .otherFileSystem: return try OtherFileSystem().map { try Trial(libraryIn: $0) }
        case .fromOtherFileSystem: return try OtherFileSystem().map { try Trial(inboxIn: $0) }
        }
    }
}
