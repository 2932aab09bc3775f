/// Why a file is not opened just now. It says nothing of the file.
package enum OpeningDelay: Error, Equatable {
    /// As many files are open as may be on their way to workers.
    ///
    /// - Parameter returns: how often some had been given back by then.
    case shareUsedUp(returns: UInt64)
    /// EMFILE, ENFILE, ENOMEM.
    case refused(errno: Int32)
}
