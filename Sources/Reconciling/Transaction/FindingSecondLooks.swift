import CaptureRules
import DiskReading
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
        for link in try names(of: stamp, on: asset.filesystem)
        where (link.directory, link.name) != (asset.directory, asset.name) {
            try lookAgain(at: link.name, in: link.directory)
        }
    }

    /// The other names of a shot's files, where the index has them as they were: a write through one is a write to all, and only that
    /// one has an event. Where the file is found by now may be another name than that.
    mutating func lookAtLinks(of shot: SeenShot, on directory: ResolvedDirectory) throws(IndexError) {
        for file in shot.files {
            for link in try names(of: file.stamp, on: directory.filesystem)
            where Self.isOutdated(link.stamp, by: file.stamp) {
                try lookAgain(at: link.name, in: link.directory)
                // Names are looked at one after the other: it may be this one that was seen first and is written last.
                if try !isNow(file.stamp, at: link.name, in: link.directory) {
                    try lookAgain(at: file.name, in: directory.key)
                }
            }
        }
    }

    /// The names of a file that the index has: photos' own, and those of their parts.
    private func names(
        of stamp: FileStamp,
        on filesystem: Int64
    ) throws(IndexError) -> [(directory: Int64, name: FileName, stamp: FileStamp)] {
        let photos = try reader.assets(onInode: stamp.inode, filesystem: filesystem)
        let parts = try reader.companionPlaces(onInode: stamp.inode, filesystem: filesystem)
        return (photos.map { ($0.directory, $0.name, $0.stamp) } + parts)
            .filter { $0.stamp.isSameInode(as: stamp) }
    }

    /// Whether the index has a file as it was before. One that is to be read anew reads as of no size, which says nothing of
    /// what was written: taken for a difference, a shot that nothing can read would be looked at again for ever.
    private static func isOutdated(_ known: FileStamp, by stamp: FileStamp) -> Bool {
        known.modificationTime != stamp.modificationTime || known.size >= 0 && known.size != stamp.size
    }

    /// Whether a file stands at a place as it was seen at another.
    private func isNow(_ stamp: FileStamp, at name: FileName, in folder: Int64) throws(IndexError) -> Bool {
        guard let path = try reader.path(ofDirectory: folder)?.appending(name),
            let status = try? disk.status(at: path)
        else { return false }
        let now = FileStamp(now: status)
        return status.isRegularFile && now.isSameInode(as: stamp) && now.isSameContent(as: stamp)
    }
}
