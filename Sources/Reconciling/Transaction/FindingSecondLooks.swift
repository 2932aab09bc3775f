import CaptureRules
import DiskReading
import Extraction
import LibraryIndex
import PhotoModel
import Shots

/// What findings change elsewhere: other names of a file, and places that something was taken from.
extension FindingTransaction {
    /// Asks for a look at a directory and all below it.
    mutating func lookAgain(at place: DirectoryPlace, _ key: Int64) {
        looks.trees.append(place)
        memory.unsettled.insert(key)
    }

    /// Asks for a look at an entry, wherever the index has its directory.
    mutating func lookAgain(at name: FileName, in directory: Int64) throws(IndexError) {
        guard let folder = try reader.path(ofDirectory: directory) else { return }
        looks.entries.append(SecondLooks.Entry(folder: folder, name: name))
        memory.unsettled.insert(directory)
    }

    /// Has a shot looked at once more, all of it: a look at one name finds no others but sidecars and what the index has,
    /// and of a shot that is new the index has nothing. What is being written or read has a look of its own to come.
    mutating func putOff(_ shot: SeenShot, in directory: ResolvedDirectory) throws(IndexError) {
        withdrawArrivals(of: shot, in: directory)
        for file in shot.observed.files where !file.isPending {
            try lookAgain(at: file.name, in: directory.key)
        }
    }

    /// What belonged to a photo that is elsewhere now may have stayed behind, and belongs to another one or to none.
    mutating func lookAgain(atCompanionsOf asset: IndexedAsset) throws(IndexError) {
        for companion in try reader.companions(of: asset.key) {
            try lookAgain(at: companion.name, in: asset.directory)
        }
    }

    /// All that was a photo's where it was, and that photo's name.
    ///
    /// - Parameter place: where it is now, or the photo that it is a part of.
    mutating func lookAgain(atAllLeftBy asset: IndexedAsset, for place: AssetPlace) throws(IndexError) {
        try lookAgain(atCompanionsOf: asset)
        try lookAgain(atVideosLeftBy: asset, for: place)
        if asset.directory != place.directory { try lookAgain(at: asset.name, in: asset.directory) }
    }

    /// What is beside a photo that is found elsewhere: a video that may have been dated by it. Nothing happened to the video
    /// itself, so it has to be made news.
    ///
    /// - Parameter place: where the photo is now.
    mutating func lookAgain(atVideosLeftBy asset: IndexedAsset, for place: AssetPlace) throws(IndexError) {
        let stem = Companions.stem(of: asset.name)
        let isSameShot =
            place.directory == asset.directory && Companions.stem(of: place.name).elementsEqual(stem)
        guard asset.name.format?.kind == .still, !isSameShot else { return }
        for other in try reader.assets(inDirectory: asset.directory, stem: Array(stem))
        where other.name.format?.kind == .video && Companions.stem(of: other.name).elementsEqual(stem) {
            try writer.setUnsettled(other.name, inDirectory: asset.directory)
            try lookAgain(at: other.name, in: asset.directory)
        }
    }

    /// The other names of a file that is gone here: it may have been written before, under the name that went.
    mutating func lookAtLinks(ofGone stamp: FileStamp, of asset: IndexedAsset) throws(IndexError) {
        for link in try reader.assets(onInode: stamp.inode, filesystem: asset.filesystem)
        where link.key != asset.key && link.stamp.isSameInode(as: stamp) {
            try lookAgain(at: link.name, in: link.directory)
        }
        for link in try reader.companionPlaces(onInode: stamp.inode, filesystem: asset.filesystem)
        where link.stamp.isSameInode(as: stamp) {
            try lookAgain(at: link.name, in: link.directory)
        }
    }

    /// The other names of a shot's files: a write through one is a write to all, and only that one has an event. Where the
    /// file is found by now may be another name than that.
    mutating func updateLinks(of shot: SeenShot, on directory: ResolvedDirectory) throws(IndexError) {
        for file in shot.files {
            for link in try reader.assets(onInode: file.stamp.inode, filesystem: directory.filesystem)
            where Self.isOutdated(link.stamp, by: file.stamp) && link.stamp.isSameInode(as: file.stamp) {
                // What is read of a part is not what is read of it where it is a photo.
                if file.name == shot.primary.name, try update(link, as: file, shot.outcomes, on: directory) {
                    continue
                }
                try lookAgain(atLink: link.name, in: link.directory, of: file, on: directory)
            }
            for link in try reader.companionPlaces(
                onInode: file.stamp.inode,
                filesystem: directory.filesystem
            )
            where Self.isOutdated(link.stamp, by: file.stamp) && link.stamp.isSameInode(as: file.stamp) {
                try lookAgain(atLink: link.name, in: link.directory, of: file, on: directory)
            }
        }
    }

    /// Has a photo say what was read of its file under another name: it is not read once a name then, of which there may be thousands.
    ///
    /// - Returns: `false` where it has to be looked at itself: beside others, with other options, or where it may have moved along with
    ///   its folder.
    private mutating func update(
        _ link: IndexedAsset,
        as file: ObservedFile,
        _ outcomes: [ExtractionOutcome],
        on directory: ResolvedDirectory
    ) throws(IndexError) -> Bool {
        let isElsewhere = hasFolderOptions && link.directory != directory.key
        guard !isElsewhere, try isAlone(link), link.format == file.actualFormat,
            try isNow(file.stamp, at: link.name, in: link.directory)
        else { return false }
        let linked = ObservedFile(
            name: link.name,
            format: file.format,
            actualFormat: file.actualFormat,
            stamp: file.stamp,
            content: file.content
        )
        guard let record = record(for: RecordMaterial(linked), outcomes) else { return true }
        try writer.update(link, record: record, marks: link.marks, at: link.place)
        return true
    }

    /// Asks for a look at another name of a file, of which the index says something else. Names are looked at one after the
    /// other, so it may be this one that was seen first and is written last: where the disk says so, it is looked at, too.
    private mutating func lookAgain(
        atLink name: FileName,
        in folder: Int64,
        of file: ObservedFile,
        on directory: ResolvedDirectory
    ) throws(IndexError) {
        try lookAgain(at: name, in: folder)
        if try !isNow(file.stamp, at: file.name, in: directory.key) {
            try lookAgain(at: file.name, in: directory.key)
        }
    }

    /// Whether the index has a file as it was before. One that is to be read anew reads as of no size, which says nothing of
    /// what was written: taken for a difference, a shot that nothing can read would be looked at again for ever.
    private static func isOutdated(_ known: FileStamp, by stamp: FileStamp) -> Bool {
        known.modificationTime != stamp.modificationTime || known.size >= 0 && known.size != stamp.size
    }

    /// Whether nothing else of its name is beside a file: else what stands there is judged together, as sidecars say something
    /// of a photo, and a photo of a video.
    private func isAlone(_ asset: IndexedAsset) throws(IndexError) -> Bool {
        let stem = Companions.stem(of: asset.name)
        let near = try reader.assets(inDirectory: asset.directory, stem: Array(stem))
        let shot = near.filter { Companions.stem(of: $0.name).elementsEqual(stem) }
        return shot.allSatisfy { $0.key == asset.key && $0.companions.isEmpty }
    }

    /// Whether a file stands at a place as it was seen, there or at another.
    private func isNow(_ stamp: FileStamp, at name: FileName, in folder: Int64) throws(IndexError) -> Bool {
        guard let path = try reader.path(ofDirectory: folder)?.appending(name),
            let status = try? disk.status(at: path)
        else { return false }
        let now = FileStamp(now: status)
        return status.isRegularFile && now.isSameInode(as: stamp) && now.isSameContent(as: stamp)
    }
}
