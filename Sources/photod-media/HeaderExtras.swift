/// What is read out of a container's headers by hand.
struct HeaderExtras {
    /// Of a movie.
    var boxes = MovieBoxes()
    /// Of a Windows Media file: when it was made, UTC.
    var creation: [UInt8]?
    /// Of an AVI: when it was recorded, by the camera's clock.
    var recorded: [UInt8]?
}
