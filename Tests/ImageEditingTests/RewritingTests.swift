import SidecarText
import TestSupport
import Testing

@testable import ImageEditing

@Suite("What is said of a photo again and again")
struct RewritingTests {
    private static let description: UInt16 = 0x010E

    private func edit(_ block: [UInt8], _ values: SidecarValues) throws -> [UInt8] {
        var editor = try ExifEditor(TIFFBlock(block), size: nil)
        try editor.say(values)
        return try editor.finished()?.bytes ?? block
    }

    /// What every entry says but those that lead to directories, by directory and tag.
    private func values(of block: [UInt8]) throws -> [[UInt16]: [UInt8]] {
        let pointers: [UInt16] = [0x8769, 0x8825]
        var reader = try TIFFBlock(block)
        let main = try reader.directory(at: reader.start)
        var directories: [UInt16: TIFFDirectory] = [0: main]
        if main.next != 0 { directories[1] = try reader.directory(at: Int(main.next)) }
        for tag in pointers {
            guard let entry = main[tag] else { continue }
            directories[tag] = try reader.directory(at: try reader.pointer(entry))
        }
        var values: [[UInt16]: [UInt8]] = [:]
        for (number, directory) in directories {
            for entry in directory.entries where !pointers.contains(entry.tag) {
                values[[number, entry.tag]] = try reader.value(of: entry).map { Array($0) }
            }
        }
        return values
    }

    private func text(_ length: Int, _ generator: inout SeededGenerator) -> String {
        String(decoding: generator.bytes(length).map { $0 % 26 + UInt8(ascii: "a") }, as: UTF8.self)
    }

    @Test("all else says what it did, and a block grows by no more than the longest text")
    func growth() throws {
        for begun in [ExifSample.bytes, ExifSample.withThumbnail(saying: 0x9003)] {
            var generator = SeededGenerator.fromEnvironment()
            var block = try edit(
                begun,
                SidecarValues(
                    date: .set("2004-12-24T18:00:30-03:00"),
                    place: .set(.init(latitude: -23.5, longitude: -46.6, altitude: 12)),
                    description: .set("Natal")
                )
            )
            let length = block.count
            let longest = 1_800
            for _ in 0..<200 {
                var wanted = SidecarValues()
                var written: [[UInt16]] = []
                if generator.chance(70) {
                    let text = text(1 + generator.below(longest - 1), &generator)
                    wanted.description = .set(text)
                    written.append([0, Self.description])
                }
                if generator.chance(30) {
                    wanted.date = .set("20\(10 + generator.below(90))-01-02T03:04:05+01:00")
                    written += [[0x8769, 0x9003], [0x8769, 0x9011]]
                }
                if generator.chance(30) {
                    let latitude = Double(generator.below(90))
                    wanted.place = .set(.init(latitude: latitude, longitude: 1, altitude: nil))
                    written += (0...6).map { [0x8825, $0] }
                }
                let before = try values(of: block)
                let new = try edit(block, wanted)
                let after = try values(of: new)
                for (key, value) in before where !written.contains(key) {
                    #expect(after[key] == value, "seed \(generator.seed): \(key)")
                }
                if let text = wanted.description?.value {
                    #expect(
                        after[[0, Self.description]] == Array("\(text)\0".utf8),
                        "seed \(generator.seed)"
                    )
                }
                // A text ends with a NUL, and whatever follows it is at an even position.
                #expect(new.count <= length + longest + 2, "seed \(generator.seed)")
                #expect(new[64..<80] == begun[64..<80], "seed \(generator.seed)")
                block = new
            }
        }
    }

    @Test("a text that two entries share, or that lies in a thumbnail, is not written over")
    func shared() throws {
        let text = Array("Holiday\0".utf8)
        func block(_ others: [[UInt8]]) -> [UInt8] {
            let place = UInt8(8 + 2 + (others.count + 1) * 12 + 4)
            let description: [UInt8] = [0x01, 0x0E, 0, 2, 0, 0, 0, 8, 0, 0, 0, place]
            let before = others.filter { $0[0] == 1 }
            let after = others.filter { $0[0] != 1 }
            return Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, UInt8(others.count + 1)]
                + (before + [description] + after).flatMap { $0 } + [0, 0, 0, 0] + text
        }
        let name: [UInt8] = [0x01, 0x0D, 0, 2, 0, 0, 0, 8, 0, 0, 0, 38]
        let thumbnail: [[UInt8]] = [
            [0x02, 0x01, 0, 4, 0, 0, 0, 1, 0, 0, 0, 50], [0x02, 0x02, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8],
        ]
        for (begun, place) in [(block([name]), 38), (block(thumbnail), 50)] {
            for description in [Setting<String>.set("Natal"), .set("Christmas"), .removed] {
                let new = try edit(begun, SidecarValues(description: description))
                #expect(new[place..<(place + 8)] == text[...])
            }
        }
        // Alone it is.
        let new = try edit(block([]), SidecarValues(description: .set("Natal")))
        #expect(new == block([])[..<14] + [0, 0, 0, 6] + block([])[18..<26] + Array("Natal\0".utf8))
        #expect(try edit(block([]), SidecarValues(description: .removed)).count == 26)
    }
}
