import Glibc
import PhotoModel
import TestSupport
import Testing

/// A folder on another file system than temporary folders are on: memory, which Linux has at /dev/shm.
final class OtherFileSystem {
    let path: FilePath

    init() throws {
        var template = Array("/dev/shm/photod-tests-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
        path = FilePath(template.dropLast().map { UInt8(bitPattern: $0) })
    }

    /// Whether this machine has another one that can be written to.
    static let isThere: Bool = {
        let memory = FilePath("/dev/shm")
        guard let folder = try? TemporaryFolder(), let here = Disk.status(folder.location),
            let there = Disk.status(memory)
        else { return false }
        return here.st_dev != there.st_dev && memory.withCString { access($0, W_OK) } == 0
    }()

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

    /// Those that this machine has.
    static let possible = allCases.filter { $0 == .sameFileSystem || OtherFileSystem.isThere }

    func trial() throws -> Trial {
        switch self {
        case .sameFileSystem: return try Trial()
        case .otherFileSystem: return try Trial(libraryIn: OtherFileSystem())
        case .fromOtherFileSystem: return try Trial(inboxIn: OtherFileSystem())
        }
    }
}

/// Of tests that need another file system.
extension Trait where Self == ConditionTrait {
    static var acrossFileSystems: Self {
        .enabled(if: OtherFileSystem.isThere, "there is no second file system at /dev/shm")
    }
}
