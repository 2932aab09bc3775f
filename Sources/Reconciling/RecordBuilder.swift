import CaptureRules
import Extraction
import LibraryIndex
import PhotoModel

/// Makes an asset's record from what was read: applies the capture rules.
struct RecordBuilder: Sendable {
    let zone: ZoneOffsets
    let descriptions: DescriptionRule
    /// The group that a folder's options name.
    private(set) var folderGroup: String?

    init(zone: ZoneOffsets, descriptions: DescriptionRule) {
        self.zone = zone
        self.descriptions = descriptions
    }

    /// The same rules with the options of a folder.
    func following(_ options: RecordOptions?) -> RecordBuilder {
        guard let options else { return self }
        var builder = RecordBuilder(zone: options.zone ?? zone, descriptions: descriptions)
        builder.folderGroup = options.group
        return builder
    }

    /// - Parameter now: nanoseconds since 1970, for dates in the future.
    func record(
        for file: ObservedFile,
        outcomes: [ExtractionOutcome],
        now: Int64
    ) -> (record: AssetRecord, isCancelled: Bool) {
        var record = AssetRecord(
            type: file.actualFormat.assetType ?? .photo,
            format: file.actualFormat,
            stamp: file.stamp
        )
        var facts: EmbeddedFacts?
        switch file.content {
        case .pending, .sidecar: break
        case .none(let reason): record.unreadable = reason
        case .fingerprinted(let fingerprint): record.fingerprint = fingerprint
        case .poisonous(let fingerprint, let reason):
            record.fingerprint = fingerprint
            record.unreadable = reason
        case .extracted(let fingerprint, let number):
            record.fingerprint = fingerprint
            switch outcomes[number] {
            case .facts(let read): facts = read
            case .unreadable(let reason): record.unreadable = reason
            case .cancelled: return (record, true)
            }
        }
        apply(facts, fileName: file.name, to: &record, now: now)
        return (record, false)
    }

    /// The group of a photo that its user has given none: the one its description names, else the folder's.
    static func group(described: String?, folder: String?) -> String? {
        described.flatMap(GroupName.name(fromDescription:)) ?? folder
    }

    func apply(_ facts: EmbeddedFacts?, fileName: FileName, to record: inout AssetRecord, now: Int64) {
        let rule = CaptureDateRule(zones: CaptureZones(home: zone), now: now)
        let date = rule.decide(
            CaptureSubject(
                facts: facts,
                fileName: fileName,
                modificationTime: record.stamp.modificationTime
            )
        )
        if date.source != .none {
            record.date = date
            record.timestamp = zone.timestampMilliseconds(of: date)
        }
        record.describedGroup = folderGroup
        guard let facts else { return }
        record.orientation = facts.orientation
        let isTurned = (5...8).contains(facts.orientation ?? 1)
        record.width = (isTurned ? facts.pixelHeight : facts.pixelWidth).map(Int64.init)
        record.height = (isTurned ? facts.pixelWidth : facts.pixelHeight).map(Int64.init)
        record.latitude = facts.latitude
        record.longitude = facts.longitude
        record.make = facts.make
        record.model = facts.model
        record.description = descriptions.decide(facts: facts)
        record.describedGroup = Self.group(described: record.description, folder: folderGroup)
    }
}
