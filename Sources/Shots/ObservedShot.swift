/// All files of one stem in a directory. Empty files: none is left.
package struct ObservedShot: Sendable {
    package let stem: [UInt8]
    package let files: [ObservedFile]
    /// The shot's files were read again on demand: what was made of them may be something else now.
    package var isForced = false

    package init(stem: [UInt8], files: [ObservedFile], isForced: Bool = false) {
        self.stem = stem
        self.files = files
        self.isForced = isForced
    }
}
