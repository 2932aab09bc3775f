import LineProtocol
import PhotoModel

/// What a command asks for of each photo that it names.
protocol PictureWish: Sendable {
    associatedtype Maker: PictureMaker where Maker.Wish == Self

    /// The command.
    static var command: String { get }
    /// Whether the index is asked for what it knows of the photo's content.
    static var isContentWanted: Bool { get }
    /// So many are looked for on the event loop: a millisecond's work.
    static var few: Int { get }

    /// What is known of a picture without touching its photo.
    func standing(
        of subject: PictureSubject,
        _ wanted: WantedPicture,
        in service: ThumbnailService
    ) -> PictureStanding
    func figures(of service: ThumbnailService) -> ThumbnailFigures
    /// `nil`: there is nobody to make any.
    func maker(of service: ThumbnailService) -> Maker?
}

/// A picture, and whether it was there already.
struct ToldPicture: Sendable {
    let path: FilePath
    let width: Int
    let height: Int
    let isCached: Bool

    /// As it is told to whoever comes when it is there.
    var found: ToldPicture { ToldPicture(path: path, width: width, height: height, isCached: true) }
}

/// What is known of a picture without touching its photo.
enum PictureStanding: Sendable {
    case there(ToldPicture)
    case refused(ThumbnailFailure)
    /// The picture can be made.
    case missing
}
