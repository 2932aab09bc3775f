import CaptureRules
import Crawling
import Descriptors
import DiskReading
import Extraction
import Findings
import FolderWatch
import Glibc
import LibraryIndex
import PhotoModel
import Shots
import Threads

/// Reads shots that lie outside the library, by the same road as a crawler's, without the index hearing of them.
///
/// While workers read one chunk the next is opened, so that neither waits for the other.
struct UnindexedReading {
    let readers: ContentReaders
    let builder: RecordBuilder
    /// Open; the caller's.
    let directory: Int32
    /// Nanoseconds since 1970, for dates in the future.
    let now: Int64
    /// Somebody asked for it: what harmed its reader is read again.
    let readsPoison: Bool

    /// How long to wait for a worker that cannot be started just now, or for files that cannot be opened: somebody waits
    /// for an answer.
    fileprivate static let patience: Duration = .seconds(10)

    /// - Parameters:
    ///   - names: the directory's, in any order; what is no photo, video or sidecar is passed over.
    ///   - body: called in the order of stems; returns `false` to have no more of them.
    func read(_ names: [FileName], _ body: (UnindexedShot) throws -> Bool) rethrows {
        var stems: [[UInt8]: [FileName]] = [:]
        for name in names where name.format != nil {
            stems[Array(Companions.stem(of: name)), default: []].append(name)
        }
        defer { readers.descriptors.isOver(for: .outsideReading) }
        var rest = stems.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)[...]
        var ahead = open(&rest)
        while let chunk = ahead {
            ahead = open(&rest)
            for shot in shots(of: chunk) where try !body(shot) { return }
        }
    }

    /// Opens as many stems as fill a batch, and hands them to workers; `nil` where nothing is left.
    private func open(_ rest: inout ArraySlice<[FileName]>) -> AwaitedChunk? {
        guard !rest.isEmpty else { return nil }
        let observer = FileObserver(
            directory: directory,
            keepsInodes: true,
            heartbeat: LaneHeartbeat(),
            // Whoever imports from it says nothing of what it lies on.
            mayHang: true,
            readsPoison: readsPoison
        )
        let deadline = MonotonicClock.after(Self.patience)
        var chunk = FindingChunk(isAwaited: true)
        while !chunk.isFull, let names = rest.first {
            do throws(OpeningDelay) {
                try add(names, observer, to: &chunk)
            } catch {
                // Workers get on with what there is, and give its descriptors back.
                guard chunk.isEmpty else { return AwaitedChunk(chunk) }
                chunk = FindingChunk(isAwaited: true)
                guard MonotonicClock.now() >= deadline else {
                    readers.descriptors.wait(for: error, as: .outsideReading)
                    continue
                }
                let files = names.compactMap { name in
                    name.format.flatMap { ObservedFile(unavailable: name, $0, observer) }
                }
                chunk.add(ObservedShot(stem: [], files: files), gone: [], isExplained: true)
            }
            rest.removeFirst()
        }
        return AwaitedChunk(chunk)
    }

    private func add(
        _ names: [FileName],
        _ observer: FileObserver,
        to chunk: inout FindingChunk
    ) throws(OpeningDelay) {
        let formats = names.compactMap(\.format)
        var files: [ObservedFile] = []
        for name in names.sorted() {
            guard let format = name.format,
                let file = try chunk.observe(name, format, among: formats, observer, readers)
            else { continue }
            files.append(file)
        }
        chunk.add(ObservedShot(stem: [], files: files), gone: [], isExplained: true)
    }

    private func shots(of chunk: AwaitedChunk) -> [UnindexedShot] {
        let outcomes = chunk.wait()
        return chunk.shots.flatMap { observed -> [UnindexedShot] in
            let shot = observed.joiningVideos(indexed: [], outcomes)
            let named = shot.files.map {
                ShotFile(name: $0.name, format: $0.format, joinsStill: $0.joinsStill)
            }
            return Companions.shots(in: named).compactMap { files in
                let material = RecordMaterial(files, of: shot)
                let record = builder.record(for: material, outcomes: outcomes, now: now)
                let isUnavailable = material.isUnavailable(outcomes)
                guard !material.isCancelled(outcomes) || isUnavailable else { return nil }
                return UnindexedShot(
                    primary: UnindexedShot.File(shot.files[files.primary]),
                    companions: files.companions.map { UnindexedShot.File(shot.files[$0]) },
                    isRead: !isUnavailable && record.unreadable != .noReader,
                    record: record
                )
            }
        }
    }
}

/// What workers have for somebody who waits for it, and of which nothing comes into the index.
struct AwaitedChunk {
    let shots: [ObservedShot]
    private let slot: FindingSlot
    private let answers = Monitor(())

    init(_ chunk: FindingChunk) {
        shots = chunk.shots
        slot = chunk.submit(as: nil, lane: 0, patience: UnindexedReading.patience) { [answers] in
            answers.update { _ in }
        }
    }

    func wait() -> [ExtractionOutcome] { answers.wait { _ in slot.isComplete ? slot.outcomes : nil } }
}

extension UnindexedShot.File {
    init(_ file: ObservedFile) {
        self.init(name: file.name, stamp: file.stamp, fingerprint: file.content.fingerprint)
    }
}

extension LibraryRun {
    /// Reads the shots among files of a folder that lies outside the library, by the rules that hold at a destination
    /// in it: its time zone, its options.
    ///
    /// Not to be called on the writer's thread or an event loop: it waits for workers, ten seconds a file at most.
    ///
    /// - Parameters:
    ///   - names: files of the folder; what is no photo, video or sidecar is passed over.
    ///   - isAsked: whether somebody asked for it just now: then files that harmed their reader are read again.
    ///   - body: called in the order of names without extensions; returns `false` to have no more of them.
    /// - Throws: where the folder cannot be opened, and what `body` throws.
    package func readShots(
        _ names: [FileName],
        in folder: FilePath,
        byRulesOf destination: FilePath,
        isAsked: Bool = true,
        _ body: (UnindexedShot) throws -> Bool
    ) throws {
        let directory = try DirectoryReader(rootPath: folder)
        let reading = UnindexedReading(
            readers: readers,
            builder: builder(at: destination),
            directory: directory.descriptor,
            now: present,
            readsPoison: isAsked
        )
        try reading.read(names, body)
    }
}
