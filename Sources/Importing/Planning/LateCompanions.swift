import CaptureRules
import PhotoModel

/// Names for files that come after the photo they belong to. Pure.
enum LateCompanions {
    /// What a folder holds, by stem.
    typealias NamesByStem = [[UInt8]: [FileName]]

    static func byStem(_ names: [FileName]) -> NamesByStem {
        Dictionary(grouping: names) { Array(Companions.stem(of: $0)) }
    }

    /// What the files are called beside their photo; `nil` where they would not be parts of its shot there.
    ///
    /// - Parameter there: what the photo's folder holds.
    static func names(
        for files: [FileName],
        joining arrival: RecentArrivals.Arrival,
        among there: NamesByStem
    ) -> [FileName]? {
        let neighbours = there[Array(Companions.stem(of: arrival.name))] ?? []
        guard neighbours.contains(arrival.name) else { return nil }
        let stem = Companions.stem(of: arrival.oldName)
        guard files.allSatisfy({ Companions.stem(of: $0) == stem }) else { return nil }
        let names = files.map { JoinedName.of($0, joining: arrival.name) }
        guard Set(neighbours).isDisjoint(with: names) else { return nil }
        let shotFiles = (neighbours + names).compactMap { name in
            name.format.map { ShotFile(name: name, format: $0) }
        }
        // What came before may itself have come late.
        let shot = Companions.shots(in: shotFiles).first { shot in
            ([shot.primary] + shot.companions).contains { shotFiles[$0].name == arrival.name }
        }
        let companions = Set(shot?.companions.map { shotFiles[$0].name } ?? [])
        return companions.isSuperset(of: names) ? names : nil
    }
}
