/// The EXIF tags that are asked for (CIPA DC-008, and Microsoft's for titles, comments and ratings).
enum ExifTag: UInt16 {
    case imageDescription = 0x010E
    case make = 0x010F
    case model = 0x0110
    case orientation = 0x0112
    case modified = 0x0132
    case rating = 0x4746
    case xpTitle = 0x9C9B
    case xpComment = 0x9C9C
    case exposureTime = 0x829A
    case fNumber = 0x829D
    case sensitivity = 0x8827
    case original = 0x9003
    case digitized = 0x9004
    case modifiedOffset = 0x9010
    case originalOffset = 0x9011
    case digitizedOffset = 0x9012
    case focalLength = 0x920A
    case makerNote = 0x927C
    case userComment = 0x9286
    case modifiedSubseconds = 0x9290
    case originalSubseconds = 0x9291
    case digitizedSubseconds = 0x9292
    case pixelWidth = 0xA002
    case pixelHeight = 0xA003
    case lens = 0xA434

    /// Belongs into the main directory; all others into the EXIF directory.
    var isOfImage: Bool {
        switch self {
        case .imageDescription, .make, .model, .orientation, .modified, .rating, .xpTitle, .xpComment: true
        default: false
        }
    }

    /// exiv2's name of it.
    var name: String {
        switch self {
        case .imageDescription: "ImageDescription"
        case .make: "Make"
        case .model: "Model"
        case .orientation: "Orientation"
        case .modified: "DateTime"
        case .rating: "Rating"
        case .xpTitle: "XPTitle"
        case .xpComment: "XPComment"
        case .exposureTime: "ExposureTime"
        case .fNumber: "FNumber"
        case .sensitivity: "ISOSpeedRatings"
        case .original: "DateTimeOriginal"
        case .digitized: "DateTimeDigitized"
        case .modifiedOffset: "OffsetTime"
        case .originalOffset: "OffsetTimeOriginal"
        case .digitizedOffset: "OffsetTimeDigitized"
        case .focalLength: "FocalLength"
        case .makerNote: "MakerNote"
        case .userComment: "UserComment"
        case .modifiedSubseconds: "SubSecTime"
        case .originalSubseconds: "SubSecTimeOriginal"
        case .digitizedSubseconds: "SubSecTimeDigitized"
        case .pixelWidth: "PixelXDimension"
        case .pixelHeight: "PixelYDimension"
        case .lens: "LensModel"
        }
    }
}

/// The tags of the GPS directory that are asked for.
enum GPSTag: UInt16 {
    case latitudeReference = 1
    case latitude = 2
    case longitudeReference = 3
    case longitude = 4
    case altitudeReference = 5
    case altitude = 6

    /// exiv2's name of it.
    var name: String {
        switch self {
        case .latitudeReference: "GPSLatitudeRef"
        case .latitude: "GPSLatitude"
        case .longitudeReference: "GPSLongitudeRef"
        case .longitude: "GPSLongitude"
        case .altitudeReference: "GPSAltitudeRef"
        case .altitude: "GPSAltitude"
        }
    }
}
