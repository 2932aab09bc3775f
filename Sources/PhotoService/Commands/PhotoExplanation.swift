import CaptureRules
import EditRules
import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel
import PhotodConfiguration
import WatchedLibrary

/// The end of a reply to `photo`: what only the file tells, and why the asset is as it is. The file is read again for
/// that, so that what is said is what the rules make of it now.
struct PhotoExplanation: Sendable {
    let context: CommandContext
    let subject: Subject

    struct Subject: Sendable {
        /// The folder's path.
        let folder: FilePath
        let name: FileName
        let root: Int64
        let directory: Int64
        let key: Int64
        let type: AssetType
        let date: CaptureDate?
        let modificationTime: Int64
        let unreadable: UnreadableReason?
        /// Companions that are not asked.
        let givenUp: [IndexedCompanion]
        let description: String?
        let group: String?
        let groupOverride: AssetMarks.GroupOverride?
        let overlay: Overlay
    }

    /// What came of reading the file.
    enum Outcome: Sendable {
        case read(ReadingResult)
        /// The request wanted the index alone.
        case unasked
        case offline
        /// Not in time.
        case unanswered
    }

    func write(_ outcome: Outcome, to writer: ReplyWriter) throws {
        if case .read(let reading) = outcome, let facts = reading.facts {
            Self.write(facts, to: &writer.json)
        }
        writer.json.key("why")
        writer.json.beginObject()
        writeDate(outcome, to: &writer.json)
        writeDescription(outcome, to: &writer.json)
        writeGroup(to: &writer.json)
        if let unreadable = subject.unreadable {
            writer.json.member("unreadable", unreadable.name)
        }
        writeGivenUp(to: &writer.json)
        switch outcome {
        case .read: break
        case .unasked: writer.json.member("notRead", "unasked" as StaticString)
        case .offline: writer.json.member("notRead", "offline" as StaticString)
        case .unanswered: writer.json.member("notRead", "no-answer" as StaticString)
        }
        writer.json.endObject()
        writer.json.endObject()
        try writer.endLine()
    }

    /// What the index does not keep.
    private static func write(_ facts: EmbeddedFacts, to json: inout JSONWriter) {
        let numbers: [(StaticString, Double?)] = [
            ("exposureTime", facts.exposureTime), ("fNumber", facts.fNumber),
            ("iso", facts.sensitivity), ("focalLength", facts.focalLength),
        ]
        let texts: [(StaticString, String?)] = [
            ("lens", facts.lens), ("videoCodec", facts.videoCodec), ("audioCodec", facts.audioCodec),
            ("contentIdentifier", facts.contentIdentifier),
        ]
        for (name, text) in texts { if let text { json.member(name, text) } }
        for (name, number) in numbers { if let number { json.member(name, number) } }
        if let orientation = facts.orientation { json.member("orientation", Int(orientation)) }
    }

    private func writeGivenUp(to json: inout JSONWriter) {
        guard !subject.givenUp.isEmpty else { return }
        json.key("companions")
        json.beginArray()
        for companion in subject.givenUp {
            json.beginObject()
            json.key("uri")
            json.uri(subject.folder.appending(companion.name))
            if let reason = companion.unreadable { json.member("unreadable", reason.name) }
            json.endObject()
        }
        json.endArray()
    }

    private func writeDate(_ outcome: Outcome, to json: inout JSONWriter) {
        json.key("date")
        json.beginObject()
        json.member("rule", subject.date?.source.name ?? DateSource.none.name)
        json.key("candidates")
        json.beginArray()
        if case .read(let reading) = outcome {
            for candidate in reading.date.candidates {
                Self.writeCandidate(
                    rule: candidate.source.name,
                    value: candidate.value,
                    verdict: candidate.verdict.name,
                    reason: candidate.reason,
                    to: &json
                )
            }
        }
        json.endArray()
        json.endObject()
    }

    /// Which rule gave the description the index does not know.
    private func writeDescription(_ outcome: Outcome, to json: inout JSONWriter) {
        json.key("description")
        json.beginObject()
        if case .read(let reading) = outcome {
            let winner = reading.description.candidates.first { $0.rejection == nil }
            json.key("rule")
            if let winner { json.string(winner.source.name) } else { json.string("none") }
        }
        json.key("candidates")
        json.beginArray()
        if case .read(let reading) = outcome {
            for candidate in reading.description.candidates {
                Self.writeCandidate(
                    rule: candidate.source.name,
                    value: candidate.value,
                    verdict: candidate.verdict,
                    reason: candidate.reason,
                    to: &json
                )
            }
        }
        json.endArray()
        json.endObject()
    }

    private func writeGroup(to json: inout JSONWriter) {
        json.key("group")
        json.beginObject()
        json.key("rule")
        let described = subject.description.flatMap(GroupName.name(fromDescription:))
        if subject.groupOverride != nil {
            json.string("override")
        } else if described == nil, let file = folderGroup {
            json.string("folder")
            json.member("from", file.bytes)
        } else {
            json.string(subject.group == nil ? "none" : "description")
        }
        json.endObject()
    }

    /// The file that names the group of the folders it stands above.
    private var folderGroup: FilePath? {
        let path = subject.folder.appending(subject.name)
        guard let found = context.library.run.optionCascade(at: path), let group = found.cascade.group,
            subject.group == GroupName.name(fromDescription: group.value)
        else { return nil }
        return found.root.optionsFile(depth: group.depth, above: path)
    }

    private static func writeCandidate(
        rule: StaticString,
        value: String,
        verdict: StaticString,
        reason: String,
        to json: inout JSONWriter
    ) {
        json.beginObject()
        json.member("rule", rule)
        json.member("value", value)
        json.member("verdict", verdict)
        json.member("reason", reason)
        json.endObject()
    }
}
