import Batches
import EditRules
import Glibc
import LibraryIndex
import PhotoModel
import Reconciling
import Threads
import WatchedLibrary

/// Carries edits out in the index, on the writer's thread, some hundreds in a transaction.
package struct EditApplication {
    package enum Outcome: Sendable {
        case done
        /// There is no such photo any more.
        case gone
        /// Somebody has edited it meanwhile.
        case overtaken
        case failed(IndexError)

        var isDone: Bool { if case .done = self { true } else { false } }

        /// Why it could not be set now, and may be another time.
        var obstacle: IndexError? {
            guard case .failed(let error) = self, error.mayPass || error.isCorruption else { return nil }
            return error
        }
    }

    /// So many that others have their turn between.
    private static let portion = 500

    private let library: PhotoLibrary
    /// Whether a photo that is not there now is edited all the same: it has its values when it comes back.
    private let includesDeparted: Bool
    /// Whether values are set whatever somebody has said: it was asked before, and meanwhile sidecars say something else.
    private let isDecided: Bool
    /// Whether what cannot be set has failed. Else it is tried again: somebody was told that it comes to its end, or files say it.
    private let mayFail: Bool

    package init(
        library: PhotoLibrary,
        includesDeparted: Bool = false,
        isDecided: Bool = false,
        mayFail: Bool = true
    ) {
        self.library = library
        self.includesDeparted = includesDeparted
        self.isDecided = isDecided
        self.mayFail = mayFail
    }

    /// What came of each. When it returns, everybody sees it, and it survives a power cut.
    ///
    /// - Throws: where everybody sees it, and it may not survive one: nobody must say that it is done, nor that it has failed. Where
    ///   that must not be said, too, of what cannot be set now.
    package func apply(_ records: [EditRecord]) throws(BatchError) -> [Outcome] {
        var outcomes: [Outcome] = []
        while outcomes.count < records.count {
            let portion = Array(records[outcomes.count...].prefix(Self.portion))
            outcomes += transact(portion)
        }
        if !mayFail, let obstacle = outcomes.lazy.compactMap(\.obstacle).first {
            throw failure(obstacle, "write edits to")
        }
        // Nobody sees anything, and that is sure.
        guard outcomes.contains(where: \.isDone) else { return outcomes }
        // The journal's end says that it is done, and nobody does it again.
        do throws(IndexError) { try library.index.settle(isDurable: true) } catch {
            throw failure(error, "make edits last in")
        }
        return outcomes
    }

    private func failure(_ error: IndexError, _ operation: String) -> BatchError {
        .system(operation: operation, path: library.index.path, code: error.systemCode)
    }

    /// Whether edits would be taken back, nobody having said anything else of their photos. Nothing is set.
    ///
    /// - Parameters:
    ///   - records: those that undo others.
    ///   - part: what of an edit has to be there still. What an edit has written is looked for in its files; of what it has said
    ///     beside them nothing is left where somebody has said otherwise and a file says that by now.
    func check(
        _ records: [EditRecord],
        standing part: (EditRecord) -> EditedValues
    ) throws(IndexError) -> [Outcome] {
        try library.index.read { reader throws(IndexError) in
            var outcomes: [Outcome] = []
            for record in records {
                let outcome = try Self.check(record, standing: part(record), reader)
                outcomes.append(outcome)
            }
            return outcomes
        }
    }

    private static func check(
        _ record: EditRecord,
        standing part: EditedValues,
        _ reader: IndexReader
    ) throws(IndexError) -> Outcome {
        let asset = try reader.asset(record.id)
        let marks = if let asset { asset.marks } else { try reader.departed(record.id)?.marks }
        guard let current = marks?.values else { return .gone }
        func isStanding(over beneath: EditedValues) -> Bool {
            record.change.step(at: current, over: beneath) != .overtaken
                && record.change.isDue(part, at: current, over: beneath)
        }
        if isStanding(over: EditedValues()) { return .done }
        return isStanding(over: try beneath(asset, reader)) ? .done : .overtaken
    }

    /// What a photo's files say: it is read only where what lies over them does not tell how far an edit has come.
    ///
    /// - Parameter asset: `nil`: it is not there, and no file says anything.
    private static func beneath(
        _ asset: IndexedAsset?,
        _ reader: IndexReader
    ) throws(IndexError) -> EditedValues {
        guard let asset else { return Overlay().said }
        return try reader.record(ofAsset: asset.key)?.knownToSay ?? EditedValues()
    }

    private func transact(_ records: [EditRecord]) -> [Outcome] {
        let answer = Monitor<Result<[Outcome], IndexError>?>(nil)
        let (includesDeparted, isDecided) = (includesDeparted, isDecided)
        library.run.perform({ writer throws(IndexError) in
            var outcomes: [Outcome] = []
            for record in records {
                let outcome = try Self.apply(record, includesDeparted, isDecided, writer)
                outcomes.append(outcome)
            }
            return outcomes
        }) { result in
            answer.update { $0 = result }
        }
        switch answer.wait({ $0 }) {
        case .success(let outcomes): return outcomes
        case .failure(let error): return records.map { _ in .failed(error) }
        }
    }

    private static func apply(
        _ record: EditRecord,
        _ includesDeparted: Bool,
        _ isDecided: Bool,
        _ writer: IndexWriter
    ) throws(IndexError) -> Outcome {
        let values = record.change.now
        if let asset = try writer.reader.asset(record.id) {
            let step = try step(of: record.change, at: asset.marks, asset, writer.reader)
            return try outcome(at: step, isDecided) { () throws(IndexError) in
                try writer.setMarks(asset.marks.with(values), of: asset)
            }
        }
        guard includesDeparted, var departed = try writer.reader.departed(record.id) else { return .gone }
        let step = try step(of: record.change, at: departed.marks, nil, writer.reader)
        return try outcome(at: step, isDecided) { () throws(IndexError) in
            departed.marks = departed.marks.with(values)
            departed.revision += 1
            try writer.depart(departed)
        }
    }

    private static func step(
        of change: EditChange,
        at marks: AssetMarks,
        _ asset: IndexedAsset?,
        _ reader: IndexReader
    ) throws(IndexError) -> EditChange.Step {
        let step = change.step(at: marks.values)
        guard step == .overtaken else { return step }
        return change.step(at: marks.values, over: try beneath(asset, reader))
    }

    private static func outcome(
        at step: EditChange.Step,
        _ isDecided: Bool,
        _ set: () throws(IndexError) -> Void
    ) throws(IndexError) -> Outcome {
        switch step {
        case .overtaken where isDecided, .done where isDecided:
            try set()
            return .done
        case .done: return .done
        case .overtaken: return .overtaken
        case .due:
            try set()
            return .done
        }
    }
}

extension IndexError {
    /// What the system would have said.
    fileprivate var systemCode: Int32 {
        if case .noDescriptors(let code, _) = self { return code }
        // The index is being made anew.
        if isCorruption { return EAGAIN }
        return isLackOfRoom ? ENOSPC : EIO
    }
}
