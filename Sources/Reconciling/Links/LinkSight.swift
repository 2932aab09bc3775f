import Configuration
import FolderWatch
import Glibc
import PhotoModel
import Threads

/// What stands under a name that may be a symbolic link's.
enum LinkSight: Equatable, Sendable {
    /// No symbolic link, or none that concerns us: it leads to a file.
    case nothing
    /// Leads to nothing now, or where nobody may look.
    case broken(target: [UInt8])
    /// Leads to a folder, whose path is without any link.
    case folder(FilePath, target: [UInt8])
    /// What it leads to does not answer.
    case silent

    /// Looks, but does not wait for a disk that hangs.
    static func look(at path: FilePath) -> LinkSight {
        Patience.call(atMost: .seconds(2)) { lookPatiently(at: path) } ?? .silent
    }

    private static func lookPatiently(at path: FilePath) -> LinkSight {
        guard let target = text(of: path) else { return .nothing }
        guard let real = HostFiles.local.resolved(path) else { return .broken(target: target) }
        switch HostFiles.local.kind(real) {
        case .directory: return .folder(real, target: target)
        case .file: return .nothing
        case .missing, .unreachable: return .broken(target: target)
        }
    }

    /// What a symbolic link says; `nil` where there is none.
    private static func text(of path: FilePath) -> [UInt8]? {
        path.withCString { path in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
                guard let base = buffer.baseAddress else { return nil }
                let length = readlink(path, base, buffer.count)
                return length < 0 ? nil : buffer[..<length].map { UInt8(bitPattern: $0) }
            }
        }
    }
}
