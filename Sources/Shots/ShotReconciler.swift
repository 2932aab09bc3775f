import CaptureRules
import LibraryIndex
import PhotoModel

/// The difference between what the index has of one stem of a directory and what a crawler saw: pure, so that every
/// case can be tested without a disk.
///
/// An asset is a shot, not a file. It continues as long as any photo of it is left in its place: the JPEG of a pair
/// may go and the RAW file carries the id on. Of two assets that become one, that of the primary file survives, unless it is here
/// since a moment: while a shot is renamed a file at a time, it is the one that existed first.
package enum ShotReconciler {
    package enum Action: Equatable {
        /// The asset goes on with these files (indices into the observed ones).
        case update(IndexedAsset, Shot)
        /// A shot that no asset of this place goes on as: moved here, copied or new.
        case add(Shot)
        /// No file of the asset is left in this place.
        case remove(IndexedAsset)
    }

    /// - Parameters:
    ///   - indexed: the assets that have a file of this stem, with companions. Assets of longer stems may be among
    ///     them and are left alone.
    ///   - observed: the files of this stem, all of them.
    ///   - isForced: every asset that goes on is updated, also where its files' stamps are as they were.
    ///   - isRecent: whether an asset is here since a moment, and nobody has used it.
    package static func actions(
        stem: [UInt8],
        indexed: [IndexedAsset],
        observed: [ObservedFile],
        isForced: Bool = false,
        isRecent: (IndexedAsset) -> Bool
    ) -> [Action] {
        // Nearly every shot of a first sweep: one file, of which nothing is known.
        if indexed.isEmpty, observed.count == 1, let file = observed.first {
            return file.isPending || file.format.kind == .sidecar ? [] : [.add(Shot(primary: 0))]
        }
        var remaining = indexed.filter { Companions.stem(of: $0.name).elementsEqual(stem) }
            .sorted { $0.age < $1.age }
        let present = Set(observed.map(\.name))
        let haveStillsChanged =
            observed.contains { $0.format.kind == .video } && stills(in: observed) != stills(of: remaining)
        var actions: [Action] = []
        for shot in shots(of: observed, indexed: remaining) {
            let primary = observed[shot.primary]
            // The asset of the primary file, else the oldest that any file of the shot belonged to. A sidecar makes no asset, so it
            // carries none on.
            let carriers = Set(
                ([shot.primary] + shot.companions).filter { observed[$0].format.kind != .sidecar }
                    .map { observed[$0].name }
            )
            let own = remaining.firstIndex { $0.name == primary.name && !isRecent($0) }
            let oldest = remaining.firstIndex { asset in
                // An asset goes with its primary file as long as there is one, and else with what is left of it.
                carriers.contains(asset.name)
                    || !present.contains(asset.name)
                        && asset.companions.contains { carriers.contains($0.name) }
            }
            guard let position = own ?? oldest else {
                if case .pending = primary.content { continue }
                actions.append(.add(shot))
                continue
            }
            let asset = remaining.remove(at: position)
            // Others that stood for files of this shot are absorbed.
            for other in remaining where carriers.contains(other.name) {
                actions.append(.remove(other))
            }
            remaining.removeAll { carriers.contains($0.name) }
            // A video's date may follow from a still image beside it.
            let mayFollow = haveStillsChanged && primary.format.kind == .video
            if isForced || mayFollow
                || !isUnchanged(asset, primary: primary, shot: shot, observed: observed)
            {
                actions.append(.update(asset, shot))
            }
        }
        for asset in remaining { actions.append(.remove(asset)) }
        return actions
    }

    /// Shots, the files in the order in which they came to exist as far as the index knows.
    private static func shots(of observed: [ObservedFile], indexed: [IndexedAsset]) -> [Shot] {
        let known = observed.indices.filter { index in
            if case .pending = observed[index].content { return isKnown(observed[index].name, indexed) }
            return true
        }
        return Companions.shots(
            in: known.map {
                ShotFile(
                    name: observed[$0].name,
                    format: observed[$0].format,
                    joinsStill: observed[$0].joinsStill
                )
            }
        )
        .map { Shot(primary: known[$0.primary], companions: $0.companions.map { known[$0] }) }
    }

    private static func stills(in observed: [ObservedFile]) -> [FileName: FileStamp] {
        var stamps: [FileName: FileStamp] = [:]
        for file in observed where file.format.kind == .still { stamps[file.name] = file.stamp }
        return stamps
    }

    private static func stills(of indexed: [IndexedAsset]) -> [FileName: FileStamp] {
        var stamps: [FileName: FileStamp] = [:]
        for asset in indexed {
            for (name, stamp) in [(asset.name, asset.stamp)] + asset.companions.map({ ($0.name, $0.stamp) })
            where name.format?.kind == .still {
                stamps[name] = stamp
            }
        }
        return stamps
    }

    private static func isKnown(_ name: FileName, _ indexed: [IndexedAsset]) -> Bool {
        indexed.contains { $0.name == name || $0.companions.contains { $0.name == name } }
    }

    private static func isUnchanged(
        _ asset: IndexedAsset,
        primary: ObservedFile,
        shot: Shot,
        observed: [ObservedFile]
    ) -> Bool {
        guard asset.name == primary.name, asset.stamp == primary.stamp || primary.isPending,
            asset.companions.count == shot.companions.count
        else { return false }
        return shot.companions.allSatisfy { index in
            let file = observed[index]
            return asset.companions.contains {
                $0.name == file.name && ($0.stamp == file.stamp || file.isPending)
            }
        }
    }
}

extension ObservedFile {
    package var isPending: Bool {
        if case .pending = content { true } else { false }
    }
}
