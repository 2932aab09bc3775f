import SidecarText
import TestSupport
import Testing

@Suite("Random sidecars")
struct RandomEditTests {
    @Test("have the wanted values after an edit, and all else as it was")
    func edits() throws {
        let seeds = SeededGenerator.fromEnvironment()
        for round in 0..<400 {
            var random = RandomSidecar(SeededGenerator(seed: seeds.seed &+ UInt64(round)))
            let sidecar = random.sidecar()
            let values = Self.values(&random)
            let comment: Comment = "PHOTOD_TEST_SEED=\(random.generator.seed)\n\(sidecar)\n\(values)"
            let edited: [UInt8]
            do {
                edited = try SidecarText.edited(Array(sidecar.utf8), by: values)
            } catch {
                Issue.record("\(error): \(comment)")
                return
            }
            let isRight = check(before: Array(sidecar.utf8), after: edited, values, comment)
            #expect(try SidecarText.edited(edited, by: values) == edited, comment)
            if !isRight { return }
        }
    }

    /// Some of all values, some of them those that the sidecars often have.
    static func values(_ random: inout RandomSidecar) -> SidecarValues {
        func said<Value>(_ value: Value) -> Setting<Value>? {
            random.generator.chance(50) ? nil : random.generator.chance(75) ? .set(value) : .removed
        }
        let place = SidecarValues.Place(
            latitude: random.pick([10 + 20.5 / 60, -3 - 30.0 / 3600, 48.13743]),
            longitude: random.pick([100 + 20.5 / 60, -3 - 30.0 / 3600, -11.575492]),
            altitude: random.pick([nil, 100, -2.5, 518.125])
        )
        return SidecarValues(
            date: said(random.pick(["2004", "2004-12", "tz", random.text()])),
            place: said(place),
            description: said(random.text()),
            title: said(random.text()),
            rating: said(random.generator.below(6)),
            keywords: said((0..<random.generator.below(4)).map { _ in random.text() })
        )
    }

    // MARK: Checks

    private func check(before: [UInt8], after: [UInt8], _ values: SidecarValues, _ comment: Comment) -> Bool {
        let (old, new) = (MiniSidecar(before), MiniSidecar(after))
        var touched: Set<String> = []
        var multilingual: Set<String> = []
        var isRight = true
        func verify(_ condition: Bool, _ what: String) {
            if !condition { Issue.record("\(what): \(comment)\n\(String(decoding: after, as: UTF8.self))") }
            isRight = isRight && condition
        }
        func text(_ said: Setting<String>?, _ names: [String], isMultilingual: Bool = false) {
            for name in names {
                let wanted = said.map { if case .set(let text) = $0 { text } else { nil } } ?? old.text(name)
                verify(new.text(name) == wanted, name)
                guard let said else { continue }
                touched.insert(name)
                if isMultilingual, case .set = said { multilingual.insert(name) }
                if case .removed = said { verify(new.texts(name).isEmpty, "all of \(name)") }
                verify(
                    new.texts(name).count <= 1 || new.string(0..<after.count) == old.string(0..<before.count)
                        || Set(new.texts(name).map { $0.first }).count == 1,
                    "one \(name)"
                )
            }
        }
        text(values.date, [MiniSidecar.exif + "DateTimeOriginal", MiniSidecar.photoshop + "DateCreated"])
        text(values.description, [MiniSidecar.dublinCore + "description"], isMultilingual: true)
        text(values.title, [MiniSidecar.dublinCore + "title"], isMultilingual: true)
        let keywords = MiniSidecar.dublinCore + "subject"
        if let said = values.keywords {
            touched.insert(keywords)
            if case .set(let list) = said, !list.isEmpty {
                verify(new.list(keywords) == list, "keywords")
            } else {
                verify(new.texts(keywords).isEmpty, "no keywords")
            }
        } else {
            verify(new.list(keywords) == old.list(keywords), "the same keywords")
        }
        let numbers = ["GPSLatitude", "GPSLongitude", "GPSAltitude", "GPSAltitudeRef", "GPSVersionID"]
        if values.place != nil { touched.formUnion(numbers.map { MiniSidecar.exif + $0 }) }
        if values.rating != nil { touched.insert(MiniSidecar.basic + "Rating") }
        verify(hasRead(before, after, values), "what the project's reader reads")
        let wanted = try? SidecarText.values(of: after)
        verify(wanted.map { agrees($0, values) } ?? false, "what is read back")
        if !old.nodes.isEmpty {
            verify(
                old.without(touched, multilingual: multilingual)
                    == new.without(touched, multilingual: multilingual),
                "the bytes around the properties: \(old.without(touched, multilingual: multilingual))"
            )
        }
        return isRight
    }

    private func hasRead(_ before: [UInt8], _ after: [UInt8], _ values: SidecarValues) -> Bool {
        let (old, new) = (ReadSidecar(before), ReadSidecar(after))
        func text(_ said: Setting<String>?, _ path: KeyPath<ReadSidecar, String?>) -> Bool {
            switch said {
            case .set(let text): new[keyPath: path] == text
            case .removed: new[keyPath: path] == nil
            case nil: new[keyPath: path] == old[keyPath: path]
            }
        }
        let isPlace =
            switch values.place {
            case .set(let place):
                isNear(new.latitude, place.latitude, 1e-9) && isNear(new.longitude, place.longitude, 1e-9)
                    && isNear(new.altitude, place.altitude, 0.001)
            case .removed: new.latitude == nil && new.longitude == nil && new.altitude == nil
            case nil:
                new.latitude == old.latitude && new.longitude == old.longitude && new.altitude == old.altitude
            }
        let isRating =
            switch values.rating {
            case .set(let rating): new.rating == Double(rating)
            case .removed: new.rating == nil
            case nil: new.rating == old.rating
            }
        return text(values.date, \.original) && text(values.date, \.created)
            && text(values.description, \.description) && isPlace && isRating
    }

    private func isNear(_ value: Double?, _ wanted: Double?, _ tolerance: Double) -> Bool {
        guard let value, let wanted else { return value == nil && wanted == nil }
        return abs(value - wanted) < tolerance
    }

    private func agrees(_ found: SidecarValues, _ wanted: SidecarValues) -> Bool {
        var keywords = wanted.keywords
        if keywords == .set([]) { keywords = .removed }
        return (wanted.date == nil || found.date == wanted.date)
            && (wanted.description == nil || found.description == wanted.description)
            && (wanted.title == nil || found.title == wanted.title)
            && (wanted.rating == nil || found.rating == wanted.rating)
            && (keywords == nil || found.keywords == keywords)
            && (wanted.place != .removed || found.place == .removed)
    }
}
