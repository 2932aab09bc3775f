import SidecarText

/// EXIF entries, wherever they were read.
protocol ExifSource: ~Copyable {
    /// The order of the block's bytes; `nil` where it is not known.
    var isBigEndian: Bool? { get }

    /// Calls `body` with the bytes of an entry that has some, up to the first NUL and without the blanks that some
    /// cameras fill fields with.
    func text(_ tag: ExifTag, _ body: (UnsafeRawBufferPointer) -> Void)

    /// Calls `body` with all bytes of an entry of single bytes.
    func bytes(_ tag: ExifTag, _ body: (UnsafeRawBufferPointer) -> Void)

    /// The first value of an entry of whole numbers, also of one that has a type that is not for them.
    func number(_ tag: ExifTag) -> UInt32?

    /// The first value of an entry of fractions, also of one that has the signed type. `nil` where it is none, or its
    /// denominator is zero.
    func fraction(_ tag: ExifTag) -> Double?

    /// The same of an entry of the GPS directory.
    func fraction(_ tag: GPSTag) -> Double?

    /// The first byte of an entry of the GPS directory.
    func letter(_ tag: GPSTag) -> UInt8?

    /// One to three fractions of the GPS directory; empty where there are none.
    func fractions(_ tag: GPSTag) -> [GPSCoordinate.Fraction]
}
