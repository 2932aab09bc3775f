import Batches
import EditRules
import LibraryIndex
import PhotoModel
import Reconciling
import Threads
import WatchedLibrary

/// Carries edits out in the index, on the writer's thread, some hundreds in a transaction.
struct EditApplication {
    enum Outcome: Sendable {
        case done
        /// There is no such photo any more.
        case gone
        /// Somebody has edited it meanwhile.
        case overtaken
        case failed(IndexError)

        var isDone: Bool { if case .done = self { true } else { false } }
    }

    /// So many that others have their turn between.
    private static let portion = 500

    let library: PhotoLibrary
    /// Whether a photo that is not there now is edited all the same: it has its values when it comes back.
    var includesDeparted = false
    /// Whether values are set whatever somebody has said: it was asked before, and meanwhile sidecars say something else.
    var isDecided = false

    /// What came of each. When it returns, everybody sees it, and it survives a power cut.
    func apply(_ records: [EditRecord]) -> [Outcome] {
        var outcomes: [Outcome] = []
        while outcomes.count < records.count {
            let portion = Array(records[outcomes.count...].prefix(Self.portion))
            outcomes += transact(portion)
        }
        // The journal's end says that it is done, and nobody does it again.
        do throws(IndexError) { try library.index.settle() } catch {
            return outcomes.map { $0.isDone ? .failed(error) : $0 }
        }
        return outcomes
    }

    /// Whether edits of photos would be done, nobody having said anything else of them. Nothing is set.
    func check(_ records: [EditRecord]) throws(IndexError) -> [Outcome] {
        try library.index.read { reader throws(IndexError) in
            var outcomes: [Outcome] = []
            for record in records {
                let current: EditedValues
                if let asset = try reader.asset(record.id) {
                    current = try Self.said(of: asset, expecting: record.change.was, reader)
                } else if let departed = try reader.departed(record.id) {
                    current = departed.marks.values
                } else {
                    outcomes.append(.gone)
                    continue
                }
                outcomes.append(record.change.step(at: current) == .overtaken ? .overtaken : .done)
            }
            return outcomes
        }
    }

    private func transact(_ records: [EditRecord]) -> [Outcome] {
        let answer = Monitor<Result<[Outcome], IndexError>?>(nil)
        let (includesDeparted, isDecided) = (includesDeparted, isDecided)
        library.perform({ writer throws(IndexError) in
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
            let current = try said(of: asset, expecting: record.change.was, writer.reader)
            return try outcome(of: record, at: current, isDecided) { () throws(IndexError) in
                try writer.setMarks(asset.marks.with(values), of: asset)
            }
        }
        guard includesDeparted, var departed = try writer.reader.departed(record.id) else { return .gone }
        return try outcome(of: record, at: departed.marks.values, isDecided) { () throws(IndexError) in
            departed.marks = departed.marks.with(values)
            departed.revision += 1
            try writer.depart(departed)
        }
    }

    /// What is said of a photo. What its sidecar has said since in place of its overlay nobody else has said.
    private static func said(
        of asset: IndexedAsset,
        expecting expected: EditedValues,
        _ reader: IndexReader
    ) throws(IndexError) -> EditedValues {
        var said = asset.marks.values
        let missing = expected.properties.filter {
            said.speech(of: $0) == .unset && expected.speech(of: $0) == .value
        }
        guard !missing.isEmpty, let record = try reader.record(ofAsset: asset.key) else { return said }
        let beneath = record.said
        for property in missing where expected.agrees(with: beneath, on: property) {
            said.take(property, from: expected)
        }
        return said
    }

    private static func outcome(
        of record: EditRecord,
        at current: EditedValues,
        _ isDecided: Bool,
        _ set: () throws(IndexError) -> Void
    ) throws(IndexError) -> Outcome {
        switch record.change.step(at: current) {
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
