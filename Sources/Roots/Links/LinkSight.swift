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
    /// What it leads to does not answer.
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

    private struct Progress {
        var sights: [LinkSight] = []
        var isGivenUp = false
    }

    /// Looks at several, but does not wait for a disk that hangs, and for each such disk once only.
    ///
    /// - Parameter answered: called later, when one has answered for which nobody waited.
    static func look(at paths: [FilePath], answered: @escaping @Sendable () -> Void) -> [LinkSight] {
        var sights: [LinkSight] = []
        var hanging: [FilePath] = []
        while sights.count < paths.count {
            let (found, isAll) = look(at: Array(paths[sights.count...]), except: hanging, answered)
            sights += found
            guard !isAll, sights.count < paths.count else { continue }
            let leadsTo = lexicalTarget(of: paths[sights.count])
            sights.append(.silent)
            if let leadsTo, let mount = (try? MountTable.current())?.mount(of: leadsTo)?.mountPoint {
                hanging.append(mount)
            }
        }
        return sights
    }

    /// The sights of paths up to the first that does not answer.
    private static func look(
        at paths: [FilePath],
        except hanging: [FilePath],
        _ answered: @escaping @Sendable () -> Void
    ) -> (sights: [LinkSight], isAll: Bool) {
        let progress = Monitor(Progress())
        let thread = NamedThread("patience") {
            for path in paths {
                let sight = look(at: path, except: hanging)
                let isGivenUp = progress.update { progress in
                    progress.sights.append(sight)
                    return progress.isGivenUp
                }
                if isGivenUp { return answered() }
            }
        }
        guard let thread else { return (paths.map { look(at: $0, except: hanging) }, true) }
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
            return (progress.sights, !progress.isGivenUp)
        }
        thread.join(atMost: found.1 ? .seconds(1) : .zero)
        return found
    }

    private static func look(at path: FilePath, except hanging: [FilePath]) -> LinkSight {
        guard let target = text(of: path) else {
            return ((try? FileStatus(at: path))?.isDirectory ?? false) ? .directory : .nothing
        }
        if !hanging.isEmpty, let target = lexicalTarget(of: path), hanging.contains(where: target.isInside) {
            return .silent
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
