import Files
import FolderWatch
import Glibc
import PhotoModel
import PhotodConfiguration
import Threads

/// What stands under a name that may be a symbolic link's, or a mount's.
package enum LinkSight: Equatable, Sendable {
    /// Nothing that concerns links: nothing at all, or a file.
    case nothing
    /// A link to a file, in whose place a folder may come.
    case file
    case directory
    /// A link that leads to nothing now, or where nobody may look.
    case broken(target: [UInt8])
    /// A link to a folder, whose path is without any link.
    case folder(FilePath, target: [UInt8])
    /// What it leads to does not answer, or nobody may look at it.
    case silent

    /// What a link says.
    var target: [UInt8]? {
        switch self {
        case .nothing, .file, .directory, .silent: nil
        case .broken(let target), .folder(_, let target): target
        }
    }

    /// How long one may take to answer, nanoseconds.
    private static let patience: UInt64 = 2_000_000_000

    /// After so many that did not answer, and of which it is not known where they lead, nobody waits for the others.
    private static let mostUnexplained = 3

    private struct Progress {
        var sights: [LinkSight] = []
        /// The network file system that the next one leads into.
        var mount: FilePath?
        var isGivenUp = false
    }

    /// Looks at several, but does not wait for a disk that hangs, and for each network file system that does once only.
    ///
    /// - Parameter answered: called later, when one has answered for which nobody waited.
    static func look(at paths: [FilePath], answered: @escaping @Sendable () -> Void) -> [LinkSight] {
        let mounts = NetworkMounts((try? MountTable.current()) ?? MountTable(parsing: []))
        var sights: [LinkSight] = []
        var hanging: Set<FilePath> = []
        var unexplained = 0
        while sights.count < paths.count {
            let progress = look(at: Array(paths[sights.count...]), mounts, except: hanging, answered)
            sights += progress.sights
            guard progress.isGivenUp else { continue }
            sights.append(.silent)
            if let mount = progress.mount { hanging.insert(mount) } else { unexplained += 1 }
            if unexplained == mostUnexplained {
                sights += Array(repeating: .silent, count: paths.count - sights.count)
            }
        }
        return sights
    }

    /// The sights of paths up to the first that does not answer.
    private static func look(
        at paths: [FilePath],
        _ mounts: NetworkMounts,
        except hanging: Set<FilePath>,
        _ answered: @escaping @Sendable () -> Void
    ) -> Progress {
        let progress = Monitor(Progress())
        let thread = NamedThread("patience") {
            for path in paths {
                let mount = mounts.mount(behind: path)
                progress.update { $0.mount = mount }
                let sight = mount.map(hanging.contains) ?? false ? .silent : look(at: path)
                let isGivenUp = progress.update { progress in
                    progress.sights.append(sight)
                    progress.mount = nil
                    return progress.isGivenUp
                }
                if isGivenUp { return answered() }
            }
        }
        guard let thread else { return Progress(sights: paths.map(look)) }
        var count = 0
        while count < paths.count {
            let (known, deadline) = (count, MonotonicClock.now() + patience)
            let more: Int? = progress.wait(untilDeadline: { progress in
                progress.sights.count > known ? .done(progress.sights.count) : .sleep(until: deadline)
            })
            guard let more else { break }
            count = more
        }
        let found = progress.update { progress in
            progress.isGivenUp = progress.sights.count < paths.count
            return progress
        }
        thread.join(atMost: found.isGivenUp ? .zero : .seconds(1))
        return found
    }

    private static func look(at path: FilePath) -> LinkSight {
        guard let target = text(of: path) else {
            do throws(FolderError) {
                return try FileStatus(at: path).isDirectory ? .directory : .nothing
            } catch { return error == .missing ? .nothing : .silent }
        }
        guard let real = HostFiles.local.resolved(path) else { return .broken(target: target) }
        switch HostFiles.local.kind(real) {
        case .directory: return .folder(real, target: target)
        case .file: return .file
        case .missing, .unreachable: return .broken(target: target)
        }
    }

    /// Where a link leads by its text alone; `nil` where there is none, or the text leads up.
    package static func lexicalTarget(of path: FilePath) -> FilePath? {
        guard let text = text(of: path) else { return nil }
        if text.first == UInt8(ascii: "/") { return AddedRoots.normalized(FilePath(text)) }
        let folder = path.bytes[..<(path.bytes.lastIndex(of: UInt8(ascii: "/")) ?? path.bytes.startIndex)]
        return AddedRoots.normalized(FilePath(folder + [UInt8(ascii: "/")] + text))
    }

    /// What a symbolic link says; `nil` where there is none.
    static func text(of path: FilePath) -> [UInt8]? {
        path.withCString { path in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
                guard let base = buffer.baseAddress else { return nil }
                let length = readlink(path, base, buffer.count)
                return length < 0 ? nil : buffer[..<length].map { UInt8(bitPattern: $0) }
            }
        }
    }
}
