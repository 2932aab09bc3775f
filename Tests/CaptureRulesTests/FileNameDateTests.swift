import PhotoModel
import TestSupport
import Testing

@testable import CaptureRules

@Suite("File-name dates")
struct FileNameDateTests {
    @Test(
        "are found in the names that programs give",
        arguments: [
            // Android cameras
            ("IMG_20160912_123456.jpg", "2016-09-12T12:34:56"),
            ("IMG_20160912_123456_1.jpg", "2016-09-12T12:34:56"),
            ("IMG_20160912_123456~2.jpg", "2016-09-12T12:34:56"),
            ("IMG_20160912_123456(1).jpg", "2016-09-12T12:34:56"),
            ("IMG_20160912_123456789.jpg", "2016-09-12T12:34:56.789"),
            ("IMG_20160912_123456_HDR.jpg", "2016-09-12T12:34:56"),
            ("IMG_20160912_123456-EDIT.JPG", "2016-09-12T12:34:56"),
            ("IMG20160912123456.jpg", "2016-09-12T12:34:56"),
            ("img_20160912_123456.jpg", "2016-09-12T12:34:56"),
            ("VID_20160912_123456.mp4", "2016-09-12T12:34:56"),
            ("MVIMG_20160912_123456.jpg", "2016-09-12T12:34:56"),
            ("PANO_20160912_123456.jpg", "2016-09-12T12:34:56"),
            ("PXL_20210203_123456789.jpg", "2021-02-03T12:34:56.789"),
            ("PXL_20210203_123456789.MP.jpg", "2021-02-03T12:34:56.789"),
            ("PXL_20210203_123456789.PORTRAIT-01.COVER.jpg", "2021-02-03T12:34:56.789"),
            ("20160912_123456.jpg", "2016-09-12T12:34:56"),
            ("20160912_123456_001.jpg", "2016-09-12T12:34:56"),
            ("20160912T123456Z.jpg", "2016-09-12T12:34:56 0"),
            ("20160912123456.jpg", "2016-09-12T12:34:56"),
            ("20160912_123456_Burst01.jpg", "2016-09-12T12:34:56"),
            ("00000IMG_00000_BURST20160912123456789_COVER.jpg", "2016-09-12T12:34:56.789"),
            ("00100dPORTRAIT_00100_BURST20160912123456789.jpg", "2016-09-12T12:34:56.789"),
            ("Burst_Cover_GIF_Action_20160912123456.gif", "2016-09-12T12:34:56"),
            ("P_20160912_123456_vHDR_Auto.jpg", "2016-09-12T12:34:56"),
            ("C360_2016-09-12-12-34-56-789.jpg", "2016-09-12T12:34:56.789"),
            ("DJI_20210203123456_0001_D.JPG", "2021-02-03T12:34:56"),
            ("DSC_20160912_123456.jpg", "2016-09-12T12:34:56"),
            // Windows phones and cameras
            ("WP_20160912_12_34_56_Pro.jpg", "2016-09-12T12:34:56"),
            ("WIN_20160912_12_34_56_Pro.jpg", "2016-09-12T12:34:56"),
            ("WP_20160912_001.jpg", "2016-09-12T00:00:00 day"),
            // Screenshots
            ("Screenshot 2016-09-12 at 12.34.56.png", "2016-09-12T12:34:56"),
            ("Screen Shot 2016-09-12 at 2.34.56 PM.png", "2016-09-12T14:34:56"),
            ("Screen Shot 2016-09-12 at 12.34.56 AM.png", "2016-09-12T00:34:56"),
            ("Screenshot 2016-09-12 at 2.34.56\u{202F}PM.png", "2016-09-12T14:34:56"),
            ("Screenshot 2016-09-12 at 2.34.56 PM (2).png", "2016-09-12T14:34:56"),
            ("Screen Shot 2016-09-12 at 2.34.56 p.m..png", "2016-09-12T14:34:56"),
            ("Screen Shot 2016-09-12 at 2.34.56\u{202F}p.m..png", "2016-09-12T14:34:56"),
            ("Screen Shot 2016-09-12 at 12.34.56 a.m. (2).png", "2016-09-12T00:34:56"),
            ("Screen Shot 2016-09-12 at 2.34.56\u{A0}p.\u{A0}m..png", "2016-09-12T14:34:56"),
            ("Screen Shot 2016-09-12 at 2.34.56 P.M. 2.png", "2016-09-12T14:34:56"),
            ("Screen Shot 2016-09-12 at 2.34.56 p. 12.png", "2016-09-12T02:34:56"),
            ("2016-09-12T12:34:56Z.jpg", "2016-09-12T12:34:56 0"),
            ("2016-09-12T12-34-56Z.jpg", "2016-09-12T12:34:56 0"),
            ("2016-09-12T12:34:56.789Z.jpg", "2016-09-12T12:34:56.789 0"),
            ("2016-09-12T12:34:56.789.jpg", "2016-09-12T12:34:56.789"),
            ("2016-09-12T123456Z.jpg", "2016-09-12T12:34:56 0"),
            ("2016-09-12T12:34:56+02:00.jpg", "2016-09-12T12:34:56"),
            ("2016-09-12 12.34.56.1234.jpg", "2016-09-12T12:34:56"),
            ("Screenshot 2016-09-12 at 13.34.56 PM.png", "2016-09-12T13:34:56"),
            // The half of the day behind a time, in the other forms.
            ("2016-11-03 01.30.00 PM.jpg", "2016-11-03T13:30:00"),
            ("Photo 2016-11-03 01-30-00 pm.jpg", "2016-11-03T13:30:00"),
            ("Screenshot_2016-11-03_12.05.00 AM.jpg", "2016-11-03T00:05:00"),
            ("2016-11-03 01.30.00.789 PM (2).jpg", "2016-11-03T13:30:00.789"),
            ("2016-11-03 013000 p.m..jpg", "2016-11-03T13:30:00"),
            ("2016-11-03 13.30.00 PM.jpg", "2016-11-03T13:30:00"),
            ("2016-11-03 13.30.00 am Strand.jpg", "2016-11-03T13:30:00"),
            ("2016-11-03 12.30.00 am Strand.jpg", "2016-11-03T12:30:00"),
            ("2016-11-03 10.30.00 Amsterdam.jpg", "2016-11-03T10:30:00"),
            ("IMG 2016-11-03 103000 Amelie.jpg", "2016-11-03T10:30:00"),
            ("2016-11-03 10-30-00 P. M. Smith.jpg", "2016-11-03T10:30:00"),
            ("2016-11-03 01.30.00 PM copy.jpg", "2016-11-03T13:30:00"),
            ("2016-11-03 01.30.00 Party.jpg", "2016-11-03T01:30:00"),
            ("Screenshot_20160912-123456.png", "2016-09-12T12:34:56"),
            ("Screenshot_20160912-123456_Chrome.jpg", "2016-09-12T12:34:56"),
            ("Screenshot_2016-09-12-12-34-56.png", "2016-09-12T12:34:56"),
            ("Screenshot_2016-09-12-12-34-56-789_com.app.jpg", "2016-09-12T12:34:56.789"),
            ("Screenshot from 2016-09-12 12-34-56.png", "2016-09-12T12:34:56"),
            ("Screenshot 2016-09-12 123456.png", "2016-09-12T12:34:56"),
            // Messengers and clouds
            ("IMG-20160912-WA0001.jpg", "2016-09-12T00:00:00 day"),
            ("VID-20160912-WA0001.mp4", "2016-09-12T00:00:00 day"),
            ("WhatsApp Image 2016-09-12 at 12.34.56.jpeg", "2016-09-12T12:34:56"),
            ("WhatsApp Image 2016-09-12 at 12.34.56 PM.jpeg", "2016-09-12T12:34:56"),
            ("signal-2016-09-12-123456.jpg", "2016-09-12T12:34:56"),
            ("signal-2016-09-12-123456_002.jpg", "2016-09-12T12:34:56"),
            ("signal-2016-09-12-12-34-56-789.jpg", "2016-09-12T12:34:56.789"),
            ("signal-2016-09-12-12-34-56-789-1.jpg", "2016-09-12T12:34:56.789"),
            ("photo_2016-09-12_12-34-56.jpg", "2016-09-12T12:34:56"),
            ("photo_2016-09-12_12-34-56 (2).jpg", "2016-09-12T12:34:56"),
            ("2016-09-12 12.34.56.jpg", "2016-09-12T12:34:56"),
            ("2016-09-12 12.34.56-1.jpg", "2016-09-12T12:34:56"),
            ("2016-09-12 12.34.56 HDR.jpg", "2016-09-12T12:34:56"),
            ("2016-09-12T12:34:56.jpg", "2016-09-12T12:34:56"),
            ("2016_09_12_12_34_56.jpg", "2016-09-12T12:34:56"),
            // Scanners and people
            ("Scan 2016-09-12.jpg", "2016-09-12T00:00:00 day"),
            ("Scan_20160912.jpg", "2016-09-12T00:00:00 day"),
            ("Scan_20160912 (2).png", "2016-09-12T00:00:00 day"),
            ("DSC_20160912.jpg", "2016-09-12T00:00:00 day"),
            ("2016-09-12.jpg", "2016-09-12T00:00:00 day"),
            ("2016-09-12 Anna's birthday.jpg", "2016-09-12T00:00:00 day"),
            ("2016.09.12.jpg", "2016-09-12T00:00:00 day"),
            ("Anna (2016-09-12).jpg", "2016-09-12T00:00:00 day"),
            ("20160912.jpg", "2016-09-12T00:00:00 day"),
            ("20160912_holiday.jpg", "2016-09-12T00:00:00 day"),
            ("写真2016-09-12.jpg", "2016-09-12T00:00:00 day"),
            ("1826-06-01.jpg", "1826-06-01T00:00:00 day"),
            ("20160912_999999.jpg", "2016-09-12T00:00:00 day"),
            ("no extension 2016-09-12", "2016-09-12T00:00:00 day"),
        ]
    )
    func finds(name: String, expected: String) throws {
        #expect(summary(try FileNameDate(FileName(name), latest: latest2024).date) == expected)
    }

    @Test(
        "are not read into other digits",
        arguments: [
            "DSC_0001.JPG", "IMG_0001.jpg", "IMG_2016.jpg", "P1010001.JPG", "_MG_2016.CR2", "DSC02016.ARW",
            "Snapchat-1234567890.jpg", "Snapchat-2016091212.jpg", "received_20160912345678901.jpeg",
            "FB_IMG_1473683696000.jpg", "10201609123456_n.jpg", "+4915120160912.jpg", "call 004920160912.jpg",
            "0151-20160912.jpg", "tel 20160912.jpg", "20160912345.jpg", "120160912_123456.jpg",
            "2016091212345.jpg", "201609121234567.jpg", "a20160912_123456.jpg", "e20160912123456f.jpg",
            "20160912abcdef.jpg", "2016-09-121.jpg", "2016-0912.jpg", "2016-09.12.jpg", "x2016-09-12.jpg",
            "9a3e0c7b687b526987e2270541002d47.png", "20160912-4F89-41D3-9A0C-0305E82C3301.jpg",
            "IMG_0001 (conflicted copy 2016-09-12 101010).jpg",
            "IMG_0001 (Ada's conflicted copy 2016-09-12).jpg",
            "IMG_0001.sync-conflict-20160912-101010-ABCDEFG.jpg", "IMG_0001_conflict-20160912-101010.jpg",
            "IMG_0001 (Case Conflict 2016-09-12).jpg",
            "2116-01-01.jpg", "1600-01-01.jpg", ".jpg", "2016", "",
        ]
    )
    func leavesAlone(name: String) {
        #expect(throws: DateRejection.noPattern) { try FileNameDate(FileName(name), latest: latest2024) }
    }

    @Test(
        "that no clock can show say so",
        arguments: [
            ("IMG_20161312_123456.jpg", DateRejection.outsideCalendar), ("2015-02-29.jpg", .outsideCalendar),
            ("2024-06-18.jpg", .future), ("IMG_20240617_030000.jpg", .future),
            ("IMG_20991231_235959.jpg", .future), ("1825-01-01.jpg", .beforePhotography),
            ("1970-01-01 00.00.00.jpg", .unixEpoch), ("19040101_000000.jpg", .macintoshEpoch),
        ]
    )
    func rejects(name: String, reason: DateRejection) {
        #expect(throws: reason) { try FileNameDate(FileName(name), latest: latest2024) }
    }

    @Test("tell where they stand")
    func range() throws {
        #expect(try FileNameDate(FileName("IMG_20160912_123456_1.jpg"), latest: latest2024).range == 4..<19)
    }

    @Test("are found behind bytes that are no text")
    func invalidUTF8() throws {
        let name = FileName([0xFF, 0xFE] + Array("_2016-09-12.jpg".utf8))
        #expect(summary(try FileNameDate(name, latest: latest2024).date) == "2016-09-12T00:00:00 day")
    }

    @Test("of chance names are read or rejected, and never stop the program")
    func random() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let pieces =
            [
                "2016", "1999", "20", "09", "12", "34", "56", "789", "-", "_", ".", " at ", " ", "T", "Z",
                "PM", "IMG_", "BURST",
                "VID-", "\u{202F}", "x", "jpg", ":",
            ].map { Array($0.utf8) } + [[0xFF], [0xE2], [0xE2, 0x80]]
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...12, using: &generator) {
                bytes += pieces.randomElement(using: &generator) ?? []
            }
            guard let found = try? FileNameDate(FileName(bytes), latest: latest2024) else { continue }
            #expect(found.range.upperBound <= bytes.count, "seed \(seed): \(bytes)")
            let year = found.date.localTime.civilDate.year
            #expect((1826...2024).contains(year), "seed \(seed): \(bytes)")
        }
    }
}
