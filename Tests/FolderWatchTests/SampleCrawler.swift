import Files
import Glibc
import PhotoModel
import Synchronization
import TestSupport
import Threads

@testable import FolderWatch

/// A crawler with an index of names, as small as one can be: a thread that works one lane off.
final class SampleCrawler: Sendable {
    private struct Index {
        var files: [NodeID: Set<FileName>] = [:]
        var looks = 0
    }

    let watcher: FolderWatcher
    let lane: Int
    private let index = Mutex(Index())
    private let thread = Mutex<pthread_t?>(nil)

    init(_ watcher: FolderWatcher, lane: Int = 0) {
        self.watcher = watcher
        self.lane = lane
    }

    func start() {
        var handle = pthread_t()
        if pthread_create(&handle, nil, runSampleCrawler, Unmanaged.passRetained(self).toOpaque()) == 0 {
            thread.withLock { $0 = handle }
        }
    }

    /// Waits for the end of the thread, which comes when the watcher is stopped.
    func join() {
        let handle = thread.withLock { $0 }
        if let handle { pthread_join(handle, nil) }
    }

    func files(_ path: String) -> Set<String> {
        guard let node = watcher.node(at: FilePath(path)) else { return [] }
        return index.withLock { Set($0.files[node, default: []].map(\.display)) }
    }

    /// How many pieces of work were done.
    var looks: Int { index.withLock { $0.looks } }

    /// Raises a barrier and waits until it is reached.
    func sync() {
        let epoch = watcher.barrier()
        let isReached = Monitor(false)
        watcher.whenDrained(epoch) { isReached.update { $0 = true } }
        isReached.wait { $0 ? () : nil }
    }

    fileprivate func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 8)
        defer { buffer.deallocate() }
        while let work = watcher.nextWork(lane: lane) {
            index.withLock { $0.looks += 1 }
            do throws(FolderError) {
                let reader = try DirectoryReader(path: work.path)
                if work.kind == .names {
                    look(work, reader)
                } else {
                    try list(work, reader, buffer)
                    if work.wasUnreadable { watcher.readable(work) }
                }
            } catch .unreadable {
                watcher.unreadable(work, .unreadable)
            } catch {
                if watcher.parent(of: work.node) == nil {
                    watcher.rootIsOffline(work.node)
                } else {
                    watcher.vanished(work)
                }
            }
            watcher.release(work)
        }
    }

    private func look(_ work: FolderWork, _ reader: borrowing DirectoryReader) {
        let directory = reader.descriptor
        let found = work.names.map { name in (name, try? FileStatus(of: name, in: directory)) }
        guard watcher.confirm(work) else { return }
        for (name, status) in found {
            index.withLock { index in
                if status?.isRegularFile == true {
                    index.files[work.node, default: []].insert(name)
                } else {
                    index.files[work.node]?.remove(name)
                }
            }
            if status?.isDirectory == true { watcher.discovered([name], of: work) }
        }
    }

    private func list(
        _ work: FolderWork,
        _ reader: borrowing DirectoryReader,
        _ buffer: UnsafeMutableRawBufferPointer
    ) throws(FolderError) {
        guard watcher.watch(work, directoryDescriptor: reader.descriptor) != .stale else { return }
        var files: Set<FileName> = []
        var directories: [FileName] = []
        do {
            try reader.forEachEntry(buffer: buffer) { entry in
                let name = FileName([UInt8](entry.name))
                if entry.kind == .directory { directories.append(name) }
                if entry.kind == .file { files.insert(name) }
            }
        } catch let error as FolderError {
            throw error
        } catch {
            throw FolderError(EIO)
        }
        let pending = watcher.pendingNames(work)
        let (listed, forced) = (files, Set(work.names))
        index.withLock { index in
            let old = index.files[work.node, default: []]
            index.files[work.node] = listed.filter { name in
                !pending.contains(name) || work.includesPending || forced.contains(name) || old.contains(name)
            }
        }
        watcher.discovered(directories, of: work)
    }
}

private func runSampleCrawler(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<SampleCrawler>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
