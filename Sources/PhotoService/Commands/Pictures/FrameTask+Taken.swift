import BatchService
import ExtractionWire
import Files
import LineProtocol
import LineServer
import PhotoModel
import Threads

/// What becomes of a frame that was taken.
extension FrameTask {
    func keep(_ bytes: [UInt8], _ frame: TakenFrame, since start: UInt64, _ turn: Turn) {
        switch order.delivery {
        case .base64:
            tell(frame, since: start, turn) { json in
                json.key("data")
                json.plainString(upTo: Base64.length(of: bytes.count)) { Base64.encode(bytes, into: $0) }
            }
        case .path(let path, let isReplacing):
            let (told, video, isOver) = state.withLock { ($0.told, $0.source, $0.isOver) }
            // Where its client has gone nobody knows any more how many there were.
            guard !isOver else { return turn.over(.over) }
            let file = self.file(path, number: told + 1, isReplacing, of: video)
            reach(file, turn) { () throws(FrameFailure) in
                try file.write(bytes)
            } then: { [self] in
                tell(frame, since: start, turn) { $0.member("path", file.path.bytes) }
            }
        case .library:
            guard state.withLock({ $0.told }) < FrameSaving.limit else { return fail(.tooMany, turn) }
            let thread = NamedThread("frame") { [self] in stage(bytes, frame, since: start, turn) }
            guard let thread else { return fail(.noRoom, turn) }
            thread.leave()
        }
    }

    /// Has a frame wait until all are there: then they become photos.
    private func stage(_ bytes: [UInt8], _ frame: TakenFrame, since start: UInt64, _ turn: Turn) {
        let (known, told) = state.withLock { ($0.stage, $0.told) }
        do throws(CallFailure) {
            let stage: FrameStage
            if let known { stage = known } else { stage = try context.imports.stage() }
            let name = FileName("\(told + 1)")
            try stage.write(bytes, as: name)
            let nanoseconds = MonotonicClock.now() &- start
            context.frames.maker?.figures.count(isMade: true, nanoseconds: nanoseconds)
            state.withLock { state in
                guard !state.isOver else { return }
                state.stage = stage
                state.pictures.append(
                    FrameSaving.Picture(frame: frame, nanoseconds: nanoseconds, name: name)
                )
                state.told += 1
            }
        } catch { return fail(FrameFailure(writing: error), turn) }
        takeNext(turn)
    }

    private func tell(
        _ frame: TakenFrame,
        since start: UInt64,
        _ turn: Turn,
        _ writePicture: (inout JSONWriter) -> Void
    ) {
        let nanoseconds = MonotonicClock.now() &- start
        context.frames.maker?.figures.count(isMade: true, nanoseconds: nanoseconds)
        guard let id = state.withLock({ $0.subject?.id }) else { return turn.over(.over) }
        var json = JSONWriter(capacity: 512)
        json.beginObject()
        json.frame(frame, of: id, nanoseconds: nanoseconds)
        writePicture(&json)
        json.endObject()
        json.endLine()
        do { try json.withUnsafeBytes { try exchange.write($0) } } catch {
            turn.over(.over)
            if close() { exchange.fail(error, of: "frame") }
            return
        }
        state.withLock { $0.told += 1 }
        takeNext(turn)
    }
}
