import Glibc

/// A folder of seeds, made where it is missing. Seeds with the same name are written over.
struct SeedFolder {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String

    func write(_ seeds: [(name: String, bytes: [UInt8])]) throws(Failure) {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw failure(path) }
        for seed in seeds { try write(seed.bytes, to: "\(path)/\(seed.name)") }
    }

    private func write(_ bytes: [UInt8], to file: String) throws(Failure) {
        guard let stream = fopen(file, "we") else { throw failure(file) }
        let written = fwrite(bytes, 1, bytes.count, stream)
        // Buffered bytes meet a full disk only here.
        guard fclose(stream) == 0, written == bytes.count else { throw failure(file) }
    }

    private func failure(_ path: String) -> Failure {
        Failure(
            description:
                "cannot write \(path): \(String(cString: strerror(errno))); name a folder that exists"
        )
    }
}
