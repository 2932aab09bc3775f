import Files
import PhotoModel

extension Folder {
    /// Puts a small file in the place of what has its name. Whoever reads has the one or the other, also after a power cut.
    func replace(_ name: FileName, by bytes: [UInt8]) throws(CallFailure) {
        let temporary = FileName(name.bytes + Array(".new".utf8))
        _ = remove(temporary)
        let file = try create(temporary)
        try file.write(bytes)
        try file.synchronise()
        try CallFailure.check(rename(temporary, over: name), .replace, self.file(name))
    }
}
