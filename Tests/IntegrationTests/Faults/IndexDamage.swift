import Glibc
import PhotoModel
import TestSupport

/// What a disk, or somebody, does to the index's file while a daemon has it open, or before one is started.
enum IndexDamage: CaseIterable {
    case zeroedPage, zeroedPages, allButTheFirst, randomPage, randomBytes, header
    case truncated, emptied, removed
    case replacedByGarbage, overwrittenByGarbage, replacedByAnotherIndex, overwrittenByAnotherIndex
    case garbageInTheLog, truncatedLog, emptiedLog, removedLog

    private static let pageSize = 4096

    /// - Parameters:
    ///   - folder: the state folder.
    ///   - other: another daemon's index.
    func inflict(on folder: FilePath, other: [UInt8], _ random: inout SeededGenerator) throws {
        let (file, log) = (folder + "index.sqlite", folder + "index.sqlite-wal")
        let size = Int(Disk.status(file)?.st_size ?? 0)
        let pages = size / Self.pageSize
        let logSize = Int(Disk.status(log)?.st_size ?? 0)
        guard pages > 1 else { return }
        let page = random.below(pages) * Self.pageSize
        let zeros = [UInt8](repeating: 0, count: Self.pageSize)
        switch self {
        case .zeroedPage: try Disk.overwrite(file, zeros, at: page)
        case .zeroedPages:
            for _ in 0..<5 { try Disk.overwrite(file, zeros, at: random.below(pages) * Self.pageSize) }
        case .allButTheFirst:
            for page in 1..<pages { try Disk.overwrite(file, zeros, at: page * Self.pageSize) }
        case .randomPage: try Disk.overwrite(file, random.bytes(Self.pageSize), at: page)
        case .randomBytes:
            for _ in 0..<100 { try Disk.overwrite(file, random.bytes(1), at: random.below(size)) }
        case .header: try Disk.overwrite(file, random.bytes(40), at: random.below(60))
        case .truncated: try Disk.truncate(file, to: random.below(size))
        case .emptied: try Disk.truncate(file, to: 0)
        case .removed: try Disk.remove(file)
        case .replacedByGarbage: try Self.replace(file, random.bytes(size))
        case .overwrittenByGarbage: try Disk.write(random.bytes(size), to: file)
        case .replacedByAnotherIndex: try Self.replace(file, other)
        case .overwrittenByAnotherIndex: try Disk.write(other, to: file)
        case .garbageInTheLog where logSize > 0:
            let start = random.below(logSize)
            try Disk.overwrite(log, random.bytes(logSize - start), at: start)
        case .truncatedLog where logSize > 0: try Disk.truncate(log, to: random.below(logSize))
        case .emptiedLog where logSize > 0: try Disk.truncate(log, to: 0)
        case .removedLog where logSize > 0: try Disk.remove(log)
        // A daemon that ended well leaves no log.
        case .garbageInTheLog, .truncatedLog, .emptiedLog, .removedLog: break
        }
    }

    private static func replace(_ file: FilePath, _ bytes: [UInt8]) throws {
        let new = FilePath(file.bytes + Array(".new".utf8))
        try Disk.write(bytes, to: new)
        try Disk.rename(new, to: file)
    }
}
