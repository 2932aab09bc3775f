import Glibc

/// What the system calls an error number.
func errorText(_ number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
        guard let address = buffer.baseAddress, strerror_r(number, address, buffer.count) == 0 else {
            return "error \(number)"
        }
        return String(cString: address)
    }
}
