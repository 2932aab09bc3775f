import PhotoModel
import Testing

@testable import CaptureRules

@Suite("Names that programs give")
struct FileNameProgramsTests {
    private func summaryOfDate(in name: String) throws -> String {
        summary(try FileNameDate(FileName(name), latest: latest2024).date)
    }

    @Test(
        "of phones' cameras hold the second",
        arguments: [
            "IMG_20160912_123456.jpg", "IMG_20160912_123456~2.jpg", "IMG_20160912_123456_BURST1.jpg",
            "IMG_20160912_123456_00_001.insp.jpg", "VID_20160912_123456.mp4", "MVIMG_20160912_123456.jpg",
            "PANO_20160912_123456.jpg", "PANO_20160912_123456.vr.jpg", "20160912_123456.jpg",
            "20160912_123456(0).jpg", "Resized_20160912_123456.jpeg", "P_20160912_123456_HDR.jpg",
            "IMG20160912123456.jpg", "VID20160912123456.mp4", "IMG_20160912T123456.jpg",
            "WP_20160912_12_34_56_Pro.jpg", "WP_20160912_12_34_56_Rich.jpg", "DJI_20160912123456_0001_D.JPG",
            "dji_fly_20160912_123456_0001_1473683696000_photo.jpg", "trim_20160912_123456.mp4",
        ]
    )
    func phones(name: String) throws {
        #expect(try summaryOfDate(in: name) == "2016-09-12T12:34:56")
    }

    @Test(
        "of screenshots hold the second",
        arguments: [
            "Screenshot_20160912-123456.png", "Screenshot_20160912-123456_Maps.png",
            "Screenshot_20160912_123456.png", "Screenshot_20160912_123456_com.android.chrome.jpg",
            "Screenshot_2016-09-12-12-34-56.png", "Screenshot_2016-09-12_12-34-56.png",
            "Screenshot from 2016-09-12 12-34-56.png", "Screenshot from 2016-09-12 12:34:56.png",
            "Screenshot 2016-09-12 123456.png", "Screenshot 2016-09-12 at 12.34.56.png",
            "Screenshot 2016-09-12 at 12.34.56 (2).png", "Screen Recording 2016-09-12 at 12.34.56.mov",
            "Bildschirmfoto vom 2016-09-12 12-34-56.png", "Bildschirmfoto_2016-09-12_12-34-56.png",
            "Screencast from 2016-09-12 12-34-56.webm", "2016-09-12-123456_1920x1080_scrot.png",
            "WIN_20160912_12_34_56_Pro.mp4", "VideoCapture_20160912-123456.jpg",
        ]
    )
    func screenshots(name: String) throws {
        #expect(try summaryOfDate(in: name) == "2016-09-12T12:34:56")
    }

    @Test(
        "of messengers and clouds hold what they were sent at",
        arguments: [
            ("WhatsApp Image 2016-09-12 at 12.34.56.jpeg", "2016-09-12T12:34:56"),
            ("WhatsApp Image 2016-09-12 at 12.34.56 (1).jpeg", "2016-09-12T12:34:56"),
            ("WhatsApp Video 2016-09-12 at 12.34.56.mp4", "2016-09-12T12:34:56"),
            ("WhatsApp Video 2016-09-12 at 2.34.56 PM.mp4", "2016-09-12T14:34:56"),
            ("IMG-20160912-WA0001.jpg", "2016-09-12T00:00:00 day"),
            ("IMG-20160912-WA0001~2.jpg", "2016-09-12T00:00:00 day"),
            ("VID-20160912-WA0001.mp4", "2016-09-12T00:00:00 day"),
            ("STK-20160912-WA0001.webp", "2016-09-12T00:00:00 day"),
            ("signal-2016-09-12-123456.jpg", "2016-09-12T12:34:56"),
            ("signal-2016-09-12-12-34-56-789.jpg", "2016-09-12T12:34:56.789"),
            ("signal-2016-09-12-12-34-56-789-1.mp4", "2016-09-12T12:34:56.789"),
            ("threema-20160912-123456789.jpg", "2016-09-12T12:34:56.789"),
            ("photo_2016-09-12_12-34-56.jpg", "2016-09-12T12:34:56"),
            ("video_2016-09-12_12-34-56.mp4", "2016-09-12T12:34:56"),
            ("photo_5_2016-09-12_12-34-56.jpg", "2016-09-12T12:34:56"),
            ("viber_image_2016-09-12_12-34-56-789.jpg", "2016-09-12T12:34:56.789"),
            ("2016-09-12 12.34.56.jpg", "2016-09-12T12:34:56"),
            ("2016-09-12 12.34.56-2.jpg", "2016-09-12T12:34:56"),
            ("InShot_20160912_123456789.jpg", "2016-09-12T12:34:56.789"),
        ]
    )
    func messengers(name: String, expected: String) throws {
        #expect(try summaryOfDate(in: name) == expected)
    }

    @Test(
        "of Pixels hold the millisecond",
        arguments: [
            "PXL_20160912_123456789.jpg", "PXL_20160912_123456789.MP.jpg", "PXL_20160912_123456789.MP~2.jpg",
            "PXL_20160912_123456789.NIGHT.jpg", "PXL_20160912_123456789.TS.mp4",
            "PXL_20160912_123456789~2.jpg",
            "PXL_20160912_123456789.RAW-01.MP.COVER.jpg", "00000IMG_00000_BURST20160912123456789_COVER.jpg",
            "DSC_0001_BURST20160912123456789.JPG",
        ]
    )
    func pixels(name: String) throws {
        #expect(try summaryOfDate(in: name) == "2016-09-12T12:34:56.789")
    }

    @Test(
        "of scanners and players hold the day",
        arguments: [
            "Scan_20160912.png", "Scan 2016-09-12.jpg", "scan_20160912 (3).tif", "IMG_20160912_0001.jpg",
            "img20160912_12345678.jpg", "20160912-DSC_0001.jpg", "vlcsnap-2016-09-12-12h34m56s789.png",
            "Photo on 2016-09-12 at 12.34.jpg",
        ]
    )
    func scanners(name: String) throws {
        #expect(try summaryOfDate(in: name) == "2016-09-12T00:00:00 day")
    }

    @Test(
        "of counters, clocks of another kind and chance hold none",
        arguments: [
            // Counters
            "IMG_1234.HEIC", "IMG_E1234.JPG", "IMG_2016 (1).jpg", "GOPR0123.JPG", "GX010123.MP4",
            "DJI_0001.JPG",
            "DSC_2016.JPG", "DSCN2016.JPG", "P9120123.JPG", "MVI_2016.MOV", "scan0001.jpg", "Scan 1.jpeg",
            "CIMG2016.JPG", "HPIM2016.JPG", "EPSON012.JPG", "100_2016.JPG", "Screenshot (12).png",
            // Seconds since 1970, and other orders of day, month and year
            "RPReplay_Final1473683696.MP4", "FB_IMG_1473683696000.jpg", "16-09-12 12-34-56 1234.jpg",
            "16-09-30 12-34-56 1234.heic", "ScreenRecording_09-12-2016 12-34-56_1.mov",
            "Photo 12.09.2016, 12 34 56.jpg", "Foto 12.09.16, 12 34 56.jpg", "CCI12092016.jpg",
            // Numbers
            "+49 151 20160912.jpg", "004915120160912.jpg", "01512016-0912.jpg", "order 20160912.jpg",
            "20201080.jpg", "wallpaper 1920x1080.jpg", "wallpaper-19201080.jpg", "2016-1080.jpg",
            "Scan2016-09-12.jpg", "5d41402abc4b2a76b9719d911017c592.jpg",
            "20160912abc4b2a76b9719d911017c59.jpg",
            "a20160912bc4b2a76b9719d911017c59.jpg", "2016091212345678901234567890.jpg",
            "20160912-1234-4567-89AB-201609121234.jpg", "5D20E0A3-2016-4912-9A0C-0305E82C3301.jpg",
        ]
    )
    func none(name: String) {
        #expect(throws: DateRejection.noPattern) { try summaryOfDate(in: name) }
    }

    @Test(
        "that hold an impossible day say so",
        arguments: ["IMG_20161301_123456.jpg", "IMG_20160231_123456.jpg", "2016-13-01 12.34.56.jpg"]
    )
    func impossible(name: String) {
        #expect(throws: DateRejection.outsideCalendar) { try summaryOfDate(in: name) }
    }
}
