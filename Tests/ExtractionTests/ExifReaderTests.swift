import Extraction
import ExtractionWire
import Glibc
import PhotoModel
import TestSupport
import Testing
import WorkerBox

@testable import photod_extract

extension LibraryTests {
    @Suite("What the worker reads out of JPEG files")
    struct ExifReaderTests {
        private func outcome(_ bytes: [UInt8], claimedSize: Int64? = nil) throws -> ExtractionOutcome {
            try WorkerAnswer.to(bytes, .jpeg, claimedSize: claimedSize)
        }

        private func facts(_ bytes: [UInt8]) throws -> EmbeddedFacts {
            guard case .facts(let facts) = try outcome(bytes) else {
                Issue.record("unreadable: \(try outcome(bytes))")
                return EmbeddedFacts()
            }
            return facts
        }

        private var phoneFacts: EmbeddedFacts {
            var facts = EmbeddedFacts()
            facts.original = .init(text: "2016:11:03 12:34:56", subseconds: "78", offset: "+02:00")
            facts.digitized = .init(text: "2016:11:04 12:34:57", subseconds: "123", offset: "-01:30")
            facts.modified = .init(text: "2016:11:05 10:00:00", subseconds: "3", offset: "+03:00")
            facts.imageDescription = Array("Beach trip".utf8)
            facts.orientation = 6
            facts.pixelWidth = 4032
            facts.pixelHeight = 3024
            facts.latitude = -(33 + 51.0 / 60 + 36.0 / 3600)
            facts.longitude = 151 + 12.0 / 60
            facts.exposureTime = 1 / 60.0
            facts.make = "Maker"
            facts.model = "Model 5"
            return facts
        }

        private func expectPhone(_ facts: EmbeddedFacts, _ comment: Comment? = nil) {
            var facts = facts
            let expected = phoneFacts
            #expect(abs((facts.latitude ?? 0) - (expected.latitude ?? 0)) < 1e-9, comment)
            #expect(abs((facts.longitude ?? 0) - (expected.longitude ?? 0)) < 1e-9, comment)
            facts.latitude = expected.latitude
            facts.longitude = expected.longitude
            #expect(facts == expected, comment)
        }

        @Test("everything asked for is read, in both byte orders", arguments: [true, false])
        func everything(isBigEndian: Bool) throws {
            expectPhone(try facts(JPEGSample.phone(isBigEndian: isBigEndian).bytes))
        }

        @Test("the EXIF block is found behind other segments, small and large, and behind junk")
        func segmentsBefore() throws {
            let segment = JPEGSample.segment
            let xmp = segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))
            let large = segment(0xE2, [UInt8](repeating: 0x55, count: 65_533))
            for before in [
                [segment(0xE0, Array("JFIF\0".utf8))], [xmp], [large], [large, large, large, xmp],
                [[0xFF, 0xFF, 0xFF, 0xFF]], [[0, 1, 2, 0xFF, 0, 3]], [[0xFF, 0x01, 0xFF, 0xD8]],
                [segment(0xE1, []), segment(0xE1, Array("Exif".utf8))],
            ] {
                var sample = JPEGSample.phone()
                sample.before = before
                expectPhone(try facts(sample.bytes), "before: \(before.map { $0.prefix(12) })")
            }
        }

        @Test("an EXIF block of the greatest length, thumbnail and all, is read, wherever it lies")
        func longBlock() throws {
            var sample = JPEGSample.phone()
            sample.thumbnail = [UInt8](repeating: 0xEE, count: 64_000)
            let rest = 65_533 - 6 - sample.tiff.count
            sample.thumbnail += [UInt8](repeating: 0xEE, count: rest)
            expectPhone(try facts(sample.bytes))
            for length in [1, 4_000, 4_090, 60_000] {
                sample.before = [JPEGSample.segment(0xE5, [UInt8](repeating: 0, count: length))]
                expectPhone(try facts(sample.bytes))
            }
        }

        @Test("the frame's size is found behind large segments, and beats what EXIF claims")
        func frameBehindSegments() throws {
            var sample = JPEGSample.phone()
            sample.after = (0..<20).map { _ in JPEGSample.segment(0xE2, [UInt8](repeating: 0, count: 60_000))
            }
            expectPhone(try facts(sample.bytes))
        }

        @Test("headers without end cost a bounded number of reads, and what was found counts")
        func endlessHeaders() throws {
            var sample = JPEGSample.phone()
            sample.after = (0..<400).map { _ in JPEGSample.segment(0xE2, [UInt8](repeating: 0, count: 9_000))
            }
            let found = try facts(sample.bytes)
            #expect(found.original?.text == "2016:11:03 12:34:56")
            #expect(found.pixelWidth == 640)
        }

        @Test("without a frame's size EXIF's counts")
        func sizeFromEXIF() throws {
            var sample = JPEGSample.phone()
            sample.size = nil
            let found = try facts(sample.bytes)
            #expect(found.pixelWidth == 640)
            #expect(found.pixelHeight == 480)
        }

        @Test("a JPEG without EXIF has a size and no other facts")
        func withoutEXIF() throws {
            var sample = JPEGSample()
            sample.hasExif = false
            var expected = EmbeddedFacts()
            expected.pixelWidth = 4032
            expected.pixelHeight = 3024
            #expect(try facts(sample.bytes) == expected)
        }

        @Test("of two EXIF blocks the first counts")
        func twoBlocks() throws {
            var sample = JPEGSample.phone()
            var other = JPEGSample()
            other.main = [.text(0x010F, "Other")]
            sample.after = [JPEGSample.segment(0xE1, Array("Exif\0\0".utf8) + other.tiff)]
            expectPhone(try facts(sample.bytes))
        }

        @Test("files that are no JPEG, or nothing, say so")
        func otherFiles() throws {
            #expect(try outcome([0xFF]) == .unreadable(.notThisFormat))
            #expect(try outcome(Array("\u{89}PNG\r\n\u{1A}\n".utf8)) == .unreadable(.notThisFormat))
            #expect(try outcome([UInt8](repeating: 0, count: 100_000)) == .unreadable(.notThisFormat))
            #expect(try outcome([0xFF, 0xD8, 0xFF, 0xD9]) == .unreadable(.damaged))
            #expect(try outcome([0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0, 0]) == .unreadable(.damaged))
        }

        @Test("a file cut off before its EXIF block ends is truncated; behind that it has what came before")
        func truncated() throws {
            let sample = JPEGSample.phone()
            let bytes = sample.bytes
            let blockEnd = 2 + 4 + 6 + sample.tiff.count
            let dataStart = sample.headers.count + 10
            for length in stride(from: 2, to: bytes.count, by: 7) {
                let found = try outcome(Array(bytes[..<length]))
                if length < blockEnd {
                    #expect(found == .unreadable(.truncated), "\(length) bytes")
                } else if length < dataStart, case .facts(let facts) = found {
                    #expect(facts.original == phoneFacts.original, "\(length) bytes")
                } else if case .facts(let facts) = found {
                    expectPhone(facts)
                } else {
                    Issue.record("\(length) bytes: \(found)")
                }
            }
        }

        @Test("a file that became shorter since the daemon looked is truncated")
        func shrunk() throws {
            let bytes = JPEGSample.phone().bytes
            #expect(
                try outcome(Array(bytes[..<300]), claimedSize: Int64(bytes.count)) == .unreadable(.truncated)
            )
            #expect(try outcome([], claimedSize: 5_000) == .unreadable(.truncated))
        }

        @Test("a descriptor that cannot be read is an input error")
        func unreadableDescriptor() throws {
            let folder = try TemporaryFolder()
            let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { close(descriptor) }
            var head = FileHead()
            head.open(descriptor, size: 4096)
            var reason: UnreadableReason?
            do throws(UnreadableFile) {
                _ = try JPEGLayout(reading: &head) { _, _ in false }
            } catch {
                reason = error.reason
            }
            #expect(reason == .inputOutput)
        }

        @Test("descriptions keep their bytes, but not the NULs behind them")
        func descriptions() throws {
            for (stored, expected) in [
                ([0x4B, 0xF6, 0x6C, 0x6E, 0, 0, 0], [0x4B, 0xF6, 0x6C, 0x6E]),
                ([0x41, 0, 0x42, 0], [0x41, 0, 0x42]), ([0x20, 0x20, 0], [0x20, 0x20]),
            ] as [([UInt8], [UInt8])] {
                var sample = JPEGSample()
                sample.main = [.bytes(0x010E, stored)]
                #expect(try facts(sample.bytes).imageDescription == expected)
            }
            var blank = JPEGSample()
            blank.main = [.bytes(0x010E, [0, 0, 0, 0, 0, 0])]
            #expect(try facts(blank.bytes).imageDescription == nil)
        }

        @Test("dates in the main directory are found; those in the EXIF directory count more")
        func misplacedDates() throws {
            var sample = JPEGSample()
            sample.main = [.text(0x9003, "2001:01:01 00:00:00")]
            #expect(try facts(sample.bytes).original?.text == "2001:01:01 00:00:00")
            sample.exif = [.text(0x9003, "2002:02:02 00:00:00")]
            #expect(try facts(sample.bytes).original?.text == "2002:02:02 00:00:00")
        }

        @Test("a position pointer that leads to the EXIF directory harms nothing")
        func sharedDirectory() throws {
            let numbers = JPEGSample.Numbers()
            var sample = JPEGSample()
            sample.exif = [.text(0x9003, "2012:06:23 06:55:49")]
            sample.main = [.text(0x010F, "Maker")]
            // The main directory will have three entries: it ends at 8 + 2 + 36 + 4, and the name's six bytes follow.
            sample.main.append(numbers.longEntry(0x8825, 56))
            #expect(try facts(sample.bytes).original?.text == "2012:06:23 06:55:49")
        }

        @Test("orientations out of range are none", arguments: [0, 9, 65_535] as [UInt16])
        func orientations(value: UInt16) throws {
            var sample = JPEGSample()
            sample.main = [sample.numbers.shortEntry(0x0112, value)]
            #expect(try facts(sample.bytes).orientation == nil)
        }

        @Test("a position counts only as a whole, and only where it makes sense")
        func positions() throws {
            func position(
                _ latitude: [(UInt32, UInt32)],
                _ reference: String,
                format: UInt16 = 5
            ) throws -> EmbeddedFacts {
                var sample = JPEGSample()
                sample.gps = [
                    .text(1, reference), sample.numbers.fractions(2, latitude, format: format), .text(3, "W"),
                    sample.numbers.fractions(4, [(10, 1), (30, 1), (0, 1)]),
                ]
                let found = try facts(sample.bytes)
                #expect(found.longitude == (found.latitude == nil ? nil : -10.5))
                return found
            }
            #expect(try position([(45, 1), (30, 1), (0, 1)], "N").latitude == 45.5)
            #expect(try position([(455, 10)], "S").latitude == -45.5)
            #expect(try position([(45, 1), (30, 1)], "n").latitude == 45.5)
            #expect(try position([(45, 1), (30, 1), (0, 1)], "N", format: 10).latitude == 45.5)
            #expect(try position([(45, 1), (30, 0), (0, 1)], "N").latitude == nil)
            #expect(try position([(45, 1), (30, 1), (0, 0)], "N").latitude == nil)
            #expect(try position([(90, 1), (0, 1), (1, 1)], "N").latitude == nil)
            #expect(try position([(.max, 1), (0, 1), (0, 1)], "N", format: 10).latitude == nil)
            #expect(try position([(45, 1), (30, 1), (0, 1)], "X").latitude == nil)
            #expect(try position([(45, 1), (30, 1), (0, 1)], "").latitude == nil)
            #expect(try position([(0, 1), (0, 1), (0, 1), (0, 1)], "N").latitude == nil)
        }

        @Test("10,000 damaged files give facts or a reason, never a crash")
        func damagedFiles() throws {
            var generator = SeededGenerator.fromEnvironment()
            print("damaged files: seed \(generator.seed)")
            let folder = try TemporaryFolder()
            let descriptor = try folder.file([])
            defer { close(descriptor) }
            var reader = StillReader()
            var facts = 0
            for round in 0..<10_000 {
                var bytes = JPEGSample.phone(isBigEndian: round % 2 == 0).bytes
                for _ in 0..<Int.random(in: 1...12, using: &generator) {
                    bytes[.random(in: bytes.indices, using: &generator)] = .random(
                        in: 0...255,
                        using: &generator
                    )
                }
                if round % 5 == 0 { bytes.removeLast(.random(in: 0..<bytes.count, using: &generator)) }
                #expect(ftruncate(descriptor, 0) == 0)
                #expect(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
                let outcome = try WorkerAnswer.read(
                    descriptor,
                    size: Int64(bytes.count),
                    .jpeg,
                    with: &reader
                )
                if case .facts = outcome { facts += 1 }
            }
            #expect(facts > 1_000)
        }
    }
}
