import DiskReading
import LibraryIndex
import PhotoModel
import Shots

/// A shot of which the index has an asset already, and something differs.
extension FindingTransaction {
    mutating func update(
        _ asset: IndexedAsset,
        _ shot: SeenShot,
        in directory: ResolvedDirectory
    ) throws(IndexError) {
        let primary = shot.primary
        let companions = companions(of: shot)
        guard !primary.isPending else {
            // Another file is to carry the asset on, once it can be read.
            guard asset.name == primary.name else { return }
            // What it is will be read when it is complete; what belongs to it may be new already.
            try writer.setCompanions(companions, of: asset.key, in: directory.key)
            try writer.touch(asset)
            return
        }
        guard let read = record(for: shot.material, shot.outcomes) else {
            // Not all was read. Where it is a file beside it that has changed, only this keeps it news.
            return try writer.setUnsettled(primary.name, inDirectory: directory.key)
        }
        let record = try keepingFacts(of: asset, in: read, name: primary.name)
        if shot.observed.isForced || asset.stamp == primary.stamp, companions == asset.companions,
            try isRecorded(record, of: asset, name: primary.name)
        {
            return try writer.refreshOverlay(of: asset)
        }
        if let found = try claim(ofNewcomer: asset, joinedBy: shot, on: directory) {
            guard case .claim(let claim) = found else { return try putOff(shot, in: directory) }
            return try give(claim, to: shot, insteadOf: asset, record, in: directory)
        }
        if try onlyStatusChanged(record, of: asset, name: primary.name, companions) {
            try writer.setChangeTime(record.stamp.changeTime, of: asset)
            try writer.setCompanions(companions, of: asset.key, in: directory.key)
            return try writer.refreshOverlay(of: asset)
        }
        try change(asset, into: shot, record, in: directory)
    }

    /// Whose files these are by now: the asset's, one's that has come here, one's that was here all along.
    private mutating func change(
        _ asset: IndexedAsset,
        into shot: SeenShot,
        _ record: AssetRecord,
        in directory: ResolvedDirectory
    ) throws(IndexError) {
        let primary = shot.primary
        // A file that belonged to the asset all along goes on as it, whatever id its inode had once.
        let wasCompanion = asset.companions.contains {
            $0.name == primary.name && $0.stamp.mayBeSameFile(as: primary.stamp)
        }
        let isOtherFile =
            !wasCompanion
            && (!asset.stamp.isSameInode(as: primary.stamp) || asset.filesystem != directory.filesystem)
        let origin = isOtherFile ? try movedHere(primary, record, over: asset, on: directory) : nil
        if case .postponed = origin { return try putOff(shot, in: directory) }
        // Asked once more, it would be put off anew, and that for ever; and who is known by its number is nobody by its content.
        let isDecided = origin != nil
        if case .claim(let moved) = origin, try !takeIn(moved, primary, asNewContentOf: asset) {
            // A file that was moved over this one brings its id along, also over a part that was to carry the asset on.
            // Where the file joins what was there, its own id survives, and of one that is here since a moment the older.
            if asset.name == primary.name || isEstablished(moved) || wasFirst(moved, of: asset)
                || isNothingLeft(of: asset, shot)
            {
                try replace(asset, by: moved, shot, record, in: directory)
                return try updateLinks(of: shot, on: directory)
            }
            if case .live(let other) = moved {
                try lookAgain(atAllLeftBy: other, for: directory.place(of: primary.name))
                try remove(other)
            }
        } else if !isDecided, let claim = try claim(ofNewcomer: asset, primary, record, on: directory) {
            guard case .claim(let claim) = claim else { return try putOff(shot, in: directory) }
            return try give(claim, to: shot, insteadOf: asset, record, in: directory)
        }
        if !primary.isUnfinished { memory.newcomers.remove(asset.id) }
        let isPrimary = asset.name == primary.name && isEstablished(.live(asset))
        if !isPrimary, let joining = try joiningAsset(shot, on: directory, except: asset),
            joining.age < asset.age
        {
            try replace(asset, by: .live(joining), shot, record, in: directory)
            return try updateLinks(of: shot, on: directory)
        }
        if isOtherFile, let place = try placeExchanged(for: asset, primary, on: directory) {
            try remove(asset)
            try lookAgain(at: place.name, in: place.directory)
            try insert(shot, record, in: directory)
            return try updateLinks(of: shot, on: directory)
        }
        try rememberFiles(of: asset, shot.observed, isOtherFile: isOtherFile, record)
        try writer.update(asset, record: record, marks: asset.marks, at: directory.place(of: primary.name))
        let companions = companions(of: shot)
        if companions != asset.companions {
            try writer.setCompanions(companions, of: asset.key, in: directory.key)
        }
        try updateLinks(of: shot, on: directory)
    }

    /// The asset goes on, and files that it had until now may turn up elsewhere.
    private mutating func rememberFiles(
        of asset: IndexedAsset,
        _ shot: ObservedShot,
        isOtherFile: Bool,
        _ record: AssetRecord
    ) throws(IndexError) {
        // An editor has replaced the file; unless that turns up elsewhere.
        if isOtherFile {
            // Where no number tells, one that has the content still is the file, whatever its time is.
            if asset.stamp.inode != 0 || record.fingerprint != asset.fingerprint {
                try rememberFile(of: asset)
            }
            try lookAtLinks(ofGone: asset.stamp, of: asset)
        } else if !shot.files.contains(where: { $0.name == asset.name }) {
            // The asset goes on as a file that belonged to it, unless its own turns up elsewhere.
            if asset.stamp.inode != 0 { try rememberFile(of: asset) }
            try lookAtLinks(ofGone: asset.stamp, of: asset)
        }
        // A part that is gone, or in whose place another file stands, may have been written before under the name that went.
        for companion in asset.companions
        where !shot.files.contains(where: {
            $0.name == companion.name && $0.stamp.isSameInode(as: companion.stamp)
        }) {
            memory.leftParts.note(companion.stamp, on: asset.filesystem)
            try lookAtLinks(ofGone: companion.stamp, of: asset)
        }
    }

    /// A shot is who it was before it had the id of a newcomer.
    private mutating func give(
        _ claim: IdentityClaim,
        to shot: SeenShot,
        insteadOf newcomer: IndexedAsset,
        _ record: AssetRecord,
        in directory: ResolvedDirectory
    ) throws(IndexError) {
        try forget(newcomer)
        try settle(claim, record: record, at: directory.place(of: shot.primary.name))
        try setCompanions(of: claim.id, shot, in: directory)
        try updateLinks(of: shot, on: directory)
    }

    /// Whose file was moved to an asset's place, by its inode; where its number says nothing, by its content. What is known
    /// of a folder that is not where it was comes with the next look. `missing` where it may be a photo's for which it was put off
    /// as long as it may be.
    private mutating func movedHere(
        _ primary: ObservedFile,
        _ record: AssetRecord,
        over asset: IndexedAsset,
        on directory: ResolvedDirectory
    ) throws(IndexError) -> Resemblance? {
        guard primary.stamp.inode == 0 else { return try movedFile(primary, on: directory, except: asset) }
        guard let fingerprint = record.fingerprint, fingerprint != asset.fingerprint else { return nil }
        let twins = try twins(of: primary, record.type, fingerprint, except: asset)
        switch try lookalike(primary, among: twins) {
        case .gone(let moved): return .claim(.live(moved))
        case .unclear(let moved, let isLikely):
            if try isPutOff(primary, behind: moved, in: directory) { return .postponed }
            if let departed = try departed(ofContent: primary, record, in: directory) {
                return .claim(.departed(departed))
            }
            return isLikely ? .claim(.live(moved)) : .missing(moved)
        case .missing where memory.postponed.postpones(primary.name, in: directory.key): return .postponed
        case .missing, nil:
            if let departed = try departed(ofContent: primary, record, in: directory) {
                return .claim(.departed(departed))
            }
            return try givenAway(primary, on: directory, except: asset).map(Resemblance.claim)
        }
    }

    /// Where an asset's file is now, if it changed places with a part of another shot. Such a part brings no id along that
    /// would tell that it was moved here.
    private func placeExchanged(
        for asset: IndexedAsset,
        _ primary: ObservedFile,
        on directory: ResolvedDirectory
    ) throws(IndexError) -> (directory: Int64, name: FileName)? {
        guard asset.filesystem == directory.filesystem else { return nil }
        for part in try reader.companionPlaces(
            onInode: primary.stamp.inode,
            filesystem: directory.filesystem
        )
        where part.stamp.isSameInode(as: primary.stamp) {
            guard let folder = try reader.path(ofDirectory: part.directory),
                let status = try? disk.status(at: folder.appending(part.name)),
                asset.stamp.isSameInode(as: FileStamp(now: status))
            else { continue }
            return (part.directory, part.name)
        }
        return nil
    }

    /// Whether no photo or video of a shot is a file that the asset had.
    func isNothingLeft(of asset: IndexedAsset, _ shot: SeenShot) -> Bool {
        let known = [asset.stamp] + asset.companions.map(\.stamp)
        return shot.files.allSatisfy { file in
            file.format.kind == .sidecar || !known.contains { $0.seemsSameFile(as: file.stamp) }
        }
    }

    /// Another identity takes over what an asset stood for.
    private mutating func replace(
        _ asset: IndexedAsset,
        by claim: IdentityClaim,
        _ shot: SeenShot,
        _ record: AssetRecord,
        in directory: ResolvedDirectory
    ) throws(IndexError) {
        if case .live(let moved) = claim {
            try noteExchange(of: asset, movedBy: moved)
            // What comes to a photo's place is somebody else's file, whatever it was promised.
            memory.promised.forget(moved.id, of: asset.id)
        }
        try remove(asset)
        try settle(claim, record: record, at: directory.place(of: shot.primary.name))
        try setCompanions(of: claim.id, shot, in: directory)
    }

    /// A file that just now may not be read is still the file it was: what is known of it stays.
    private func keepingFacts(
        of asset: IndexedAsset,
        in record: AssetRecord,
        name: FileName
    ) throws(IndexError) -> AssetRecord {
        guard record.unreadable?.isRefusal ?? false, asset.name == name,
            asset.stamp.isSameContent(as: record.stamp), var known = try reader.record(ofAsset: asset.key)
        else { return record }
        known.stamp = record.stamp
        known.unreadable = record.unreadable
        return known
    }

    /// Whether nothing happened but that a file's mode or its number of links is another: nothing that anybody has to
    /// be told of.
    private func onlyStatusChanged(
        _ record: AssetRecord,
        of asset: IndexedAsset,
        name: FileName,
        _ companions: [IndexedCompanion]
    ) throws(IndexError) -> Bool {
        guard asset.name == name, asset.stamp.isSameContent(as: record.stamp),
            companions.elementsEqual(
                asset.companions,
                by: {
                    $0.name == $1.name && $0.stamp.isSameContent(as: $1.stamp)
                        && $0.unreadable == $1.unreadable
                }
            )
        else { return false }
        var known = record
        known.stamp.changeTime = asset.stamp.changeTime
        return try isRecorded(known, of: asset, name: name)
    }

    private func isRecorded(
        _ record: AssetRecord,
        of asset: IndexedAsset,
        name: FileName
    ) throws(IndexError) -> Bool {
        guard asset.name == name, var known = try reader.record(ofAsset: asset.key) else { return false }
        // Then the index does not say which group the file's description names.
        if asset.marks.groupOverride != nil || !asset.marks.overlay.isEmpty {
            known.describedGroup = record.describedGroup
        }
        return known == record
    }
}
