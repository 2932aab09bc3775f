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
    mutating func putOff(
        _ files: Shot,
        of shot: ObservedShot,
        on directory: DirectoryResolver.Directory,
        in place: DirectoryPlace
    ) throws(IndexError) {
        withdrawArrivals(of: files, shot, in: place)
        for file in shot.files where !file.isPending { try lookAgain(at: file.name, in: directory.key) }
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
    mutating func lookAtLinks(ofGone stamp: FileStamp, filesystem: Int64, except key: Int64)
        throws(IndexError)
    {
        for link in try reader.assets(onInode: stamp.inode, filesystem: filesystem)
        where link.key != key && link.stamp.isSameInode(as: stamp) {
            try lookAgain(at: link.name, in: link.directory)
        }
        for link in try reader.companionPlaces(onInode: stamp.inode, filesystem: filesystem)
        where link.stamp.isSameInode(as: stamp) {
            try lookAgain(at: link.name, in: link.directory)
        }
    }

    /// The other names of files that belong to a shot. What is read of them there is not what is read of them here.
    private mutating func lookAtLinks(
        ofCompanions files: Shot,
        _ shot: ObservedShot,
        on directory: DirectoryResolver.Directory
    ) throws(IndexError) {
        for companion in files.companions.map({ shot.files[$0] }) {
            try lookAtCompanions(linkedTo: companion, on: directory)
            guard companion.format.kind != .sidecar else { continue }
            for link in try reader.assets(onInode: companion.stamp.inode, filesystem: directory.filesystem)
            where link.stamp.isSameInode(as: companion.stamp)
                && !link.stamp.isSameContent(as: companion.stamp)
            {
                try lookAgain(atLink: link.name, in: link.directory, of: companion, on: directory)
            }
        }
    }

    /// The other names of a file where it is a part of a shot, and what the index has there is older.
    private mutating func lookAtCompanions(
        linkedTo file: ObservedFile,
        on directory: DirectoryResolver.Directory
    ) throws(IndexError) {
        let stamp = file.stamp
        for link in try reader.companionPlaces(onInode: stamp.inode, filesystem: directory.filesystem)
        where link.stamp.isSameInode(as: stamp) && !link.stamp.isSameContent(as: stamp) {
            try lookAgain(atLink: link.name, in: link.directory, of: file, on: directory)
        }
    }

    /// Asks for a look at another name of a file, of which the index says something else. Names are looked at one after the
    /// other, so it may be this one that was seen first and is written last: where the disk says so, it is looked at, too.
    private mutating func lookAgain(
        atLink name: FileName,
        in folder: Int64,
        of file: ObservedFile,
        on directory: DirectoryResolver.Directory
    ) throws(IndexError) {
        try lookAgain(at: name, in: folder)
        if try !isNow(file.stamp, at: name, in: folder) { try lookAgain(at: file.name, in: directory.key) }
    }

    /// Whether a file stands at a place as it was seen at another.
    private func isNow(_ stamp: FileStamp, at name: FileName, in folder: Int64) throws(IndexError) -> Bool {
        guard let path = try reader.path(ofDirectory: folder)?.appending(name),
            let status = try? disk.status(at: path)
        else { return false }
        let now = FileStamp(now: status)
        return status.isRegularFile && now.isSameInode(as: stamp) && now.isSameContent(as: stamp)
    }

    /// The other names of a shot's files: a write through one is a write to all, and only that one has an event. Where the
    /// file is found by now may be another name than that.
    mutating func updateLinks(
        of files: Shot,
        _ shot: ObservedShot,
        on directory: DirectoryResolver.Directory,
        outcomes: [ExtractionOutcome]
    ) throws(IndexError) {
        try updateLinks(of: shot.files[files.primary], on: directory, outcomes: outcomes)
        try lookAtLinks(ofCompanions: files, shot, on: directory)
    }

    private mutating func updateLinks(
        of file: ObservedFile,
        on directory: DirectoryResolver.Directory,
        outcomes: [ExtractionOutcome]
    ) throws(IndexError) {
        try lookAtCompanions(linkedTo: file, on: directory)
        for link in try reader.assets(onInode: file.stamp.inode, filesystem: directory.filesystem)
        where link.stamp.isSameInode(as: file.stamp) && isOutdated(link, by: file.stamp) {
            // One in another folder may have other options.
            let isElsewhere = hasFolderOptions && link.directory != directory.key
            // A name that is not there may have moved along with its folder.
            guard !isElsewhere, try isAlone(link), link.format == file.actualFormat,
                try isNow(file.stamp, at: link.name, in: link.directory)
            else {
                try lookAgain(atLink: link.name, in: link.directory, of: file, on: directory)
                continue
            }
            let linked = ObservedFile(
                name: link.name,
                format: file.format,
                actualFormat: file.actualFormat,
                stamp: file.stamp,
                content: file.content
            )
            guard let record = record(for: RecordMaterial(linked), outcomes) else { continue }
            try writer.update(link, record: record, marks: link.marks, at: link.place)
        }
    }

    /// Whether the index has a file as it was before. One that is to be read anew reads as of no size, which says nothing of
    /// what was written: taken for a difference, a shot that nothing can read would be looked at again for ever.
    private func isOutdated(_ link: IndexedAsset, by stamp: FileStamp) -> Bool {
        link.stamp.modificationTime != stamp.modificationTime
            || link.stamp.size >= 0 && link.stamp.size != stamp.size
    }

    /// Whether nothing else of its name is beside a file: else what stands there is judged together, as sidecars say something
    /// of a photo, and a photo of a video.
    private func isAlone(_ asset: IndexedAsset) throws(IndexError) -> Bool {
        let stem = Companions.stem(of: asset.name)
        let near = try reader.assets(inDirectory: asset.directory, stem: Array(stem))
        let shot = near.filter { Companions.stem(of: $0.name).elementsEqual(stem) }
        return shot.allSatisfy { $0.key == asset.key && $0.companions.isEmpty }
    }
}
