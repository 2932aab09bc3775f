import CaptureRules
import Configuration
import LibraryIndex
import LineProtocol
import PhotoModel
import Reconciling

/// Why an asset is as it is: the `why` of `photo`. The file is read again for that, so that what is said is what the
/// rules make of it now.
extension ReadingCommands {
    func writeReasons(_ subject: Subject, _ reading: ReadingResult) {
        writer.json.key("date")
        writer.json.beginObject()
        writer.json.member("rule", subject.date?.source.name ?? DateSource.none.name)
        writer.json.key("candidates")
        writer.json.beginArray()
        for candidate in reading.date.candidates {
            writeCandidate(
                rule: candidate.source.name,
                value: candidate.value,
                verdict: candidate.verdict.name,
                reason: candidate.reason
            )
        }
        writer.json.endArray()
        writer.json.endObject()
        writeDescription(reading.description)
        writeGroup(subject)
        if let unreadable = subject.unreadable {
            writer.json.member("unreadable", unreadable.name)
        }
    }

    private func writeDescription(_ reasoning: DescriptionReasoning) {
        writer.json.key("description")
        writer.json.beginObject()
        writer.json.key("rule")
        let winner = reasoning.candidates.first { $0.rejection == nil }
        if let winner { writer.json.string(winner.source.name) } else { writer.json.string("none") }
        writer.json.key("candidates")
        writer.json.beginArray()
        for candidate in reasoning.candidates {
            writeCandidate(
                rule: candidate.source.name,
                value: candidate.value,
                verdict: candidate.verdict,
                reason: candidate.reason
            )
        }
        writer.json.endArray()
        writer.json.endObject()
    }

    private func writeGroup(_ subject: Subject) {
        writer.json.key("group")
        writer.json.beginObject()
        writer.json.key("rule")
        let described = subject.description.flatMap(GroupName.name(fromDescription:))
        if subject.groupOverride != nil {
            writer.json.string("override")
        } else if described == nil, let file = folderGroup(of: subject) {
            writer.json.string("folder")
            writer.json.member("from", file.bytes)
        } else {
            writer.json.string(subject.group == nil ? "none" : "description")
        }
        writer.json.endObject()
    }

    /// The file that names the group of the folders it stands above.
    private func folderGroup(of subject: Subject) -> FilePath? {
        let path = subject.folder.appending(subject.name)
        guard let found = context.library.optionCascade(at: path), let group = found.cascade.group,
            subject.group == GroupName.name(fromDescription: group.value)
        else { return nil }
        return found.root.optionsFile(depth: group.depth, above: path)
    }

    private func writeCandidate(rule: StaticString, value: String, verdict: StaticString, reason: String) {
        writer.json.beginObject()
        writer.json.member("rule", rule)
        writer.json.member("value", value)
        writer.json.member("verdict", verdict)
        writer.json.member("reason", reason)
        writer.json.endObject()
    }
}
