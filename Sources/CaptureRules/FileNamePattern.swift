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
/// | `F` | nothing, or a `-` and three digits of the fraction |
/// | `z` | nothing, or `Z`: the time is UTC's |
/// | `A` | nothing, or `AM` or `PM`, with or without a space before it |
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

    /// In order of trust: what says more comes first.
    static let all: [FileNamePattern] = [
        // IMG_20160912_123456, PXL_20210203_123456789, VID_…, MVIMG_…, Screenshot_20160912-123456,
        // 20160912T123456Z
        FileNamePattern(shape: "YMD~hmsfz", lead: .anyWordOrAttached, precision: .second),
        // WP_20160912_12_34_56_Pro, WIN_20160912_12_34_56_Pro
        FileNamePattern(shape: "YMD~h-m=s", lead: .anyWordOrAttached, precision: .second),
        // 00000IMG_00000_BURST20160912123456789_COVER, IMG20160912123456, DJI_20160912123456_0001_D
        FileNamePattern(shape: "YMDhmsf", lead: .anyWordOrAttached, precision: .second, mayBeNumber: true),
        // Screenshot 2016-09-12 at 12.34.56, Screen Shot 2016-09-12 at 2.34.56 PM, WhatsApp Image 2016-09-12
        // at …
        FileNamePattern(shape: "Y-M=D at H-m=sA", lead: .anyWord, precision: .second),
        // 2016-09-12 12.34.56, photo_2016-09-12_12-34-56, Screenshot_2016-09-12-12-34-56,
        // signal-…-12-34-56-789
        FileNamePattern(shape: "Y-M=D~h-m=sF", lead: .anyWord, precision: .second),
        // signal-2016-09-12-123456, 2016-09-12-123456
        FileNamePattern(shape: "Y-M=D~hmsF", lead: .anyWord, precision: .second),
        // Scan 2016-09-12, 2016-09-12
        FileNamePattern(shape: "Y-M=D", lead: .anyWord, precision: .day),
        // IMG-20160912-WA0001, WP_20160912_001, Scan_20160912, DSC_20160912, 20160912
        FileNamePattern(shape: "YMD", lead: .startOrKnownWord, precision: .day, mayBeNumber: true),
    ]

    /// Words that cameras and programs put before a date, in lower case.
    private static let knownWords: [StaticString] = [
        "img", "vid", "pxl", "mvimg", "wp", "win", "scan", "dsc", "dji", "pano", "burst", "screenshot",
        "photo",
        "image", "picture", "video", "movie", "p", "v", "c360", "signal", "trim", "ptt",
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
