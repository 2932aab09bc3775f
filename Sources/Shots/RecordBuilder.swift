import CaptureRules
import Extraction
import LibraryIndex
import OptionFiles
import PhotoModel

/// Makes an asset's record from what was read: applies the capture rules.
package struct RecordBuilder: Sendable {
    package private(set) var zones: CaptureZones
    package let descriptions: DescriptionRule
    /// The group that a folder's options name.
    private(set) var folderGroup: String?

    package init(zones: CaptureZones, descriptions: DescriptionRule) {
        self.zones = zones
        self.descriptions = descriptions
    }

    /// The same rules with the options of a folder.
    package func following(_ options: RecordOptions?) -> RecordBuilder {
        guard let options else { return self }
        var builder = self
        if let zone = options.zone {
            builder.zones.home = zone
            builder.zones.homeName = options.timeZone
            builder.zones.isConfigured = true
        }
        builder.folderGroup = options.group
        return builder
    }

    /// Of what was cancelled only what the file itself shows.
    ///
    /// - Parameter now: nanoseconds since 1970, for dates in the future.
    package func record(
        for material: RecordMaterial,
        outcomes: [ExtractionOutcome],
        now: Int64
    ) -> AssetRecord {
        let file = material.file
        var record = AssetRecord(
            type: file.actualFormat.assetType ?? .photo,
            format: file.actualFormat,
            stamp: file.stamp
        )
        switch file.content {
        case .pending, .sidecar, .unavailable: break
        case .none(let reason): record.unreadable = reason
        case .fingerprinted(let fingerprint), .extracted(let fingerprint, _): record.fingerprint = fingerprint
        case .poisonous(let fingerprint, let reason):
            record.fingerprint = fingerprint
            record.unreadable = reason
        }
        guard !material.isCancelled(outcomes) else { return record }
        if case .unreadable(let reason) = file.outcome(outcomes) { record.unreadable = reason }
        let rule = CaptureDateRule(zones: zones, now: now)
        let overlay = SidecarOverlay(material.sidecars.compactMap { $0.facts(outcomes) })
        let subject = CaptureSubject(
            facts: file.facts(outcomes),
            sidecar: overlay.sidecar,
            fileName: file.name,
            modificationTime: file.stamp.modificationTime,
            companionOffset: material.stills.lazy.compactMap { still in
                still.facts(outcomes).flatMap { rule.offset(of: $0, fileName: still.name) }
            }.first
        )
        apply(subject, overlay, rule, to: &record)
        return record
    }

    /// The group of a photo that its user has given none: the one its description names, else the folder's.
    package static func group(described: String?, folder: String?) -> String? {
        described.flatMap(GroupName.name(fromDescription:)) ?? folder
    }

    private func apply(
        _ subject: CaptureSubject,
        _ overlay: SidecarOverlay,
        _ rule: CaptureDateRule,
        to record: inout AssetRecord
    ) {
        let (date, expiry) = rule.decideWithExpiry(subject)
        record.dateExpiry = expiry
        if date.source != .none {
            record.date = date
            record.timestamp = zones.home.timestampMilliseconds(of: date)
        }
        record.describedGroup = folderGroup
        guard let facts = overlay.applied(to: subject.facts) else { return }
        record.description = descriptions.decide(facts: subject.facts, sidecar: subject.sidecar)
        record.describedGroup = Self.group(described: record.description, folder: folderGroup)
        record.markedFavorite = FavoriteRule.decide(facts: subject.facts, sidecar: subject.sidecar)
        record.title = WordRule.title(facts)
        record.rating = facts.rating.map(Int.init)
        record.keywords = WordRule.keywords(facts)
        record.orientation = facts.orientation
        let size = facts.displayedSize
        record.width = size.width.map(Int64.init)
        record.height = size.height.map(Int64.init)
        record.latitude = facts.latitude
        record.longitude = facts.longitude
        record.altitude = facts.altitude
        record.duration = facts.duration
        record.make = facts.make
        record.model = facts.model
    }
}

extension CaptureDateRule {
    /// Minutes east of UTC where a photo was taken, as far as it says so itself.
    package func offset(of facts: EmbeddedFacts, fileName: FileName) -> Int? {
        let date = decide(CaptureSubject(facts: facts, fileName: fileName, modificationTime: 0))
        return date.source.isEmbedded ? date.offsetMinutes : nil
    }
}
