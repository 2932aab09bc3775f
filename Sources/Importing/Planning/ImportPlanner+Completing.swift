import Batches
import CaptureRules
import PhotoModel

/// Companions whose primary file stands in the library, or comes there with this import.
extension ImportPlanner {
    /// Parts the companions that a photo of the library lacks from the rest of a shot, whose primary file is the same as
    /// that photo.
    ///
    /// A photo that has a file under a companion's name lacks none: it may have been changed there. Of what the library
    /// holds itself nothing is missing.
    ///
    /// - Returns: `nil` where nothing is missing.
    mutating func split(
        _ unit: ImportUnit,
        at photo: FilePath
    ) throws(ImportError) -> (companions: ImportUnit, rest: ImportUnit)? {
        guard let primary = unit.files.first, unit.files.count > 1 else { return nil }
        let place = place(beside: photo)
        if obstacle(place, photo.lastName) != nil { return nil }
        if try isInLibrary(primary, in: unit) { return nil }
        let taken = try taken(in: place)
        folders[place] = taken
        var (companions, rest) = (unit, unit)
        companions.completes = photo
        companions.files = []
        rest.files = [primary]
        for file in unit.files.dropFirst() {
            var isThere = taken.contains(JoinedName.of(file.name, joining: photo.lastName))
            if !isThere { isThere = try twin(of: file, in: unit) != nil }
            if isThere { rest.files.append(file) } else { companions.files.append(file) }
        }
        return companions.files.isEmpty ? nil : (companions, rest)
    }

    /// Beside the photo that the files belong to, under its stem. They are not given other names, which would have them
    /// belong to nothing.
    mutating func complete(_ photo: FilePath, _ unit: ImportUnit) throws(ImportError) -> ImportPlan.Decision {
        let place = place(beside: photo)
        if let obstacle = obstacle(place, photo.lastName) { throw obstacle }
        var taken = try taken(in: place)
        let names = unit.files.map { JoinedName.of($0.name, joining: photo.lastName) }
        for (file, name) in zip(unit.files, names) where taken.contains(name) {
            let path = place.path.appending(name)
            guard try twin(of: file, in: unit, beside: [path]) != nil else { throw .occupied(path) }
            return .duplicate(of: path, twins: nil)
        }
        folders[place] = nil
        taken.insert(names)
        folders[place] = taken
        note(unit, place, names)
        return .place(place, names: names)
    }

    private func place(beside photo: FilePath) -> FolderPlace {
        let folder = photo.parent
        guard folder.isInside(root) else { return FolderPlace(base: folder) }
        let below = folder.bytes.dropFirst(root.bytes.count).split(separator: UInt8(ascii: "/"))
        return FolderPlace(base: root, beneath: below.map { FileName(Array($0)) })
    }

    func isInLibrary(_ file: ImportFile, in unit: ImportUnit) throws(ImportError) -> Bool {
        guard let fingerprint = file.fingerprint else { return false }
        let path = unit.folder.path.appending(file.name)
        return try library.twins(size: file.stamp.size, fingerprint: fingerprint).contains(path)
    }
}
