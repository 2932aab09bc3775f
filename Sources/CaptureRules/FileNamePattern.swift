import PhotoModel

/// One form in which programs write a date into a file name.
///
/// `shape` is read from left to right:
///
/// | mark | stands for |
/// |---|---|
/// | `Y` `M` `D` `h` `m` `s` | a four-digit year, then two digits each |
/// | `H` | an hour of one or two digits |
/// | `-` | one of `-` `_` `.` `:` |
/// | `=` | the same byte as the last `-` |
/// | `~` | one of `-` `_` space `T`, between date and time |
/// | `f` | nothing, or 3, 6 or 9 digits of the second's fraction |
/// | `F` | nothing, or a `-` or `.` and three digits of the fraction |
/// | `z` | nothing, or `Z`: the time is UTC's |
/// | `A` | nothing, or `AM`, `p.m.` and their like behind an hour up to 12, with or without a space before it |
///
/// and every other byte for itself. A shape ends where no letter or digit follows.
struct FileNamePattern: Sendable {
    /// What must stand before the date.
    enum Lead: Sendable {
        /// No letter and no digit.
        case anyWord
        /// No letter and no digit, or a known program's word directly: `IMG20160912123456`.
        case anyWordOrAttached
        /// Nothing, or a known program's word. Eight digits are a date only there: elsewhere they may be a
        /// number.
        case startOrKnownWord
    }

    let shape: StaticString
    let lead: Lead
    let precision: DatePrecision
    /// Digits only: what is no date may well be a number, and is then not called a wrong date.
    var mayBeNumber = false

    /// In order of trust: what says more comes first. Each with an example of every program known to write
    /// it.
    ///
    /// Left alone, because a wrong date is worse than the modification time, which says that it is one: years
    /// of two digits (`16-09-12 12-34-56 1234` of Nextcloud, which elsewhere is the 16th of September), days
    /// or months first (`ScreenRecording_09-12-2016`, `Photo 12.09.2016`, by the language of the phone),
    /// milliseconds since 1970 (`FB_IMG_1473683696000`), and counters (`IMG_1234`, `GOPR0123`, `DJI_0001`,
    /// `scan0001`).
    static let all: [FileNamePattern] = [
        // Android: IMG_20160912_123456, VID_…, MVIMG_…, PANO_…, IMG_…~2, IMG_…_BURST1. Pixel:
        // PXL_20210203_123456789.MP, PXL_….TS. Samsung: 20160912_123456, Screenshot_20160912-123456_App.
        // Asus: P_20160912_123456. Spectacle: Screenshot_20160912_123456. Threema:
        // threema-20160912-123456789. Scanners: Scan_20160912_123456. Others: IMG_20160912T123456,
        // 20160912T123456Z.
        FileNamePattern(shape: "YMD~hmsfz", lead: .anyWordOrAttached, precision: .second),
        // Windows Phone: WP_20160912_12_34_56_Pro. Windows: WIN_20160912_12_34_56_Pro.
        FileNamePattern(shape: "YMD~h-m=sz", lead: .anyWordOrAttached, precision: .second),
        // Nexus: 00000IMG_00000_BURST20160912123456789_COVER. Sony: DSC_0001_BURST20160912123456789. Oppo:
        // IMG20160912123456. DJI: DJI_20160912123456_0001_D.
        FileNamePattern(shape: "YMDhmsf", lead: .anyWordOrAttached, precision: .second, mayBeNumber: true),
        // macOS: Screenshot 2016-09-12 at 12.34.56, Screen Shot 2016-09-12 at 2.34.56 PM, by the language also p.m.
        // WhatsApp on computers: WhatsApp Image 2016-09-12 at 12.34.56, WhatsApp Video ….
        FileNamePattern(shape: "Y-M=D at H-m=sA", lead: .anyWord, precision: .second),
        // Dropbox: 2016-09-12 12.34.56. Telegram: photo_2016-09-12_12-34-56, video_…. Signal:
        // signal-2016-09-12-12-34-56-789. GNOME: Screenshot from 2016-09-12 12-34-56. MIUI:
        // Screenshot_2016-09-12-12-34-56-789_com.app. Xfce: Screenshot_2016-09-12_12-34-56. Camera360:
        // C360_2016-09-12-12-34-56-789. Programs: 2016-09-12T12:34:56.789Z, Photo 2016-09-12 02-34-56 PM.
        FileNamePattern(shape: "Y-M=D~h-m=sFAz", lead: .anyWord, precision: .second),
        // Signal: signal-2016-09-12-123456. Windows: Screenshot 2016-09-12 123456. scrot:
        // 2016-09-12-123456_800x600.
        FileNamePattern(shape: "Y-M=D~hmsFAz", lead: .anyWord, precision: .second),
        // Windows' scanning: Scan 2016-09-12. People: 2016-09-12 Beach.
        FileNamePattern(shape: "Y-M=D", lead: .anyWord, precision: .day),
        // WhatsApp: IMG-20160912-WA0001, VID-…, STK-…. Windows Phone: WP_20160912_001. Scanners:
        // Scan_20160912, IMG_20160912_0001. People: 20160912 Beach.
        FileNamePattern(shape: "YMD", lead: .startOrKnownWord, precision: .day, mayBeNumber: true),
    ]

    /// Words that cameras and programs put before a date, in lower case.
    private static let knownWords: [StaticString] = [
        "img", "vid", "pxl", "mvimg", "wp", "win", "scan", "dsc", "dji", "pano", "burst", "screenshot",
        "photo",
        "image", "picture", "video", "movie", "p", "v", "c360", "signal", "trim", "ptt", "stk",
    ]

    /// Whether what stands before `start` is this pattern's lead.
    func leadMatches(_ name: ByteScanner, start: Int) -> Bool {
        let before = name[start - 1]
        let standsAlone = start == 0 || !before.isLetterOrDigit
        switch lead {
        case .anyWord: return standsAlone
        case .anyWordOrAttached: return standsAlone || Self.endsWithKnownWord(name, end: start)
        case .startOrKnownWord:
            if start == 0 { return true }
            let joined =
                before == UInt8(ascii: "_") || before == UInt8(ascii: "-") || before == UInt8(ascii: " ")
            return Self.endsWithKnownWord(name, end: joined ? start - 1 : start)
        }
    }

    private static func endsWithKnownWord(_ name: ByteScanner, end: Int) -> Bool {
        var start = end
        while start > 0, name[start - 1].isLetterOrDigit { start -= 1 }
        guard start < end else { return false }
        return knownWords.contains { word in
            word.utf8CodeUnitCount == end - start
                && word.withUTF8Buffer { bytes in
                    bytes.indices.allSatisfy { bytes[$0] == name[start + $0].lowercased }
                }
        }
    }
}

extension UInt8 {
    /// ASCII letters and digits only: text in other scripts runs into a date without a space.
    var isLetterOrDigit: Bool {
        ByteScanner.digit(self) != nil || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    /// Of an ASCII letter; every other byte as it is.
    var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
