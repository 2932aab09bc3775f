import CSystemd
import GalleryAddress
import Glibc
import LineServer
import PhotoModel

/// A socket that browsers connect to, and where it is.
struct BrowserSocket: Sendable {
    /// Bound, listening, and the event loop's to close.
    let descriptor: Int32
    let address: GalleryAddress
}

/// Makes sockets, or takes those that a service manager has made.
enum ListeningSockets {
    enum Failure: Error, CustomStringConvertible {
        case call(String, Int32)
        case foreign(String)

        var description: String {
            switch self {
            case .call(let what, EADDRINUSE):
                """
                cannot \(what): another program listens there, or systemd does for photod-gallery.socket, which “photoctl gallery” \
                opens. Choose another port, or 0 for any that is free
                """
            case .call(let what, let code): "cannot \(what): \(ErrorNumber.text(of: code))"
            case .foreign(let what):
                "systemd passed \(what); the gallery shows all photos, and listens on 127.0.0.1, ::1 and Unix sockets alone: "
                    + "change ListenStream="
            }
        }
    }

    private static let backlog: Int32 = 128

    // MARK: - Made by systemd

    /// What a service manager has passed.
    struct Inherited {
        var browsers: [BrowserSocket] = []
        /// Of the name `control` (FileDescriptorName=).
        var control: ControlSocket?
    }

    /// The sockets that a service manager has passed; none where there is none.
    static func inherited() throws(Failure) -> Inherited {
        var inherited = Inherited()
        // SD_LISTEN_FDS_START, sd_listen_fds(3).
        for (descriptor, name) in zip(Int32(3)..., names()) {
            if name == "control" {
                guard sd_is_socket_unix(descriptor, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
                    throw .foreign("something else than a listening Unix socket under the name “control”")
                }
                inherited.control = ControlSocket(adopting: descriptor)
                continue
            }
            guard sd_is_socket(descriptor, AF_UNSPEC, Int32(SOCK_STREAM.rawValue), 1) > 0 else {
                throw .foreign("something else than a listening stream socket")
            }
            guard let address = try address(of: descriptor) else {
                throw .foreign("a socket that other machines can reach")
            }
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            inherited.browsers.append(BrowserSocket(descriptor: descriptor, address: address))
        }
        return inherited
    }

    /// What each descriptor is called that was passed.
    private static func names() -> [String] {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &list)
        defer { free(list) }
        return (0..<max(0, Int(count))).map { index in
            guard let name = list?[index] else { return "" }
            defer { free(name) }
            return String(cString: name)
        }
    }

    // MARK: - Made here

    /// - Throws: `Failure`, or `ServerError` for a Unix socket.
    static func make(_ address: GalleryAddress) throws -> BrowserSocket {
        switch address {
        case .unix(let path?):
            var socket = try ListeningSocket(path: path, option: "--listen")
            return BrowserSocket(descriptor: socket.take(), address: address)
        case .unix(nil): throw Failure.call("listen on a socket without a name", EINVAL)
        case .loopback(let host, let port): return try loopback(host, port)
        }
    }

    /// The usual port, else any that is free: another user of this machine may have a gallery too.
    static func makeUsual() throws -> BrowserSocket {
        do throws(Failure) { return try loopback(GalleryAddress.ipv4, GalleryAddress.usualPort) } catch {
            guard case .call(_, EADDRINUSE) = error else { throw error }
            return try loopback(GalleryAddress.ipv4, 0)
        }
    }

    private static func loopback(_ host: String, _ port: UInt16) throws(Failure) -> BrowserSocket {
        let what = "listen on \(GalleryAddress.loopback(host: host, port: port))"
        let isIPv6 = host == GalleryAddress.ipv6
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0 else { throw .call(what, errno) }
        // A gallery that is started again need not wait for connections that its predecessor has closed.
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, isIPv6: isIPv6, port), listen(descriptor, backlog) == 0 else {
            let code = errno
            close(descriptor)
            throw .call(what, code)
        }
        guard let address = try address(of: descriptor) else {
            close(descriptor)
            throw .call(what, EADDRNOTAVAIL)
        }
        return BrowserSocket(descriptor: descriptor, address: address)
    }

    private static func bind(_ descriptor: Int32, isIPv6: Bool, _ port: UInt16) -> Bool {
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return bind(descriptor, &address)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: in_addr_t(loopbackNumber).bigEndian)
        return bind(descriptor, &address)
    }

    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
        let size = socklen_t(MemoryLayout<Address>.size)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, size) == 0
            }
        }
    }

    // MARK: - Where a socket is

    /// 127.0.0.1.
    private static let loopbackNumber: UInt32 = 0x7F00_0001

    /// `nil` where other machines can reach it.
    private static func address(of descriptor: Int32) throws(Failure) -> GalleryAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let code = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard code == 0 else { throw .call("look at a socket", errno) }
        let family = Int32(storage.ss_family)
        return withUnsafeBytes(of: &storage) { address(family, $0) }
    }

    private static func address(_ family: Int32, _ bytes: UnsafeRawBufferPointer) -> GalleryAddress? {
        switch family {
        case AF_UNIX:
            let name = bytes.load(as: sockaddr_un.self)
            let path = withUnsafeBytes(of: name.sun_path) { Array($0.prefix { $0 != 0 }) }
            return .unix(path.isEmpty ? nil : FilePath(path))
        case AF_INET:
            let name = bytes.load(as: sockaddr_in.self)
            let port = UInt16(bigEndian: name.sin_port)
            guard UInt32(bigEndian: name.sin_addr.s_addr) == loopbackNumber else { return nil }
            return .loopback(host: GalleryAddress.ipv4, port: port)
        case AF_INET6:
            let name = bytes.load(as: sockaddr_in6.self)
            let number = withUnsafeBytes(of: name.sin6_addr) { Array($0) }
            guard number == [UInt8](repeating: 0, count: 15) + [1] else { return nil }
            return .loopback(host: GalleryAddress.ipv6, port: UInt16(bigEndian: name.sin6_port))
        default: return nil
        }
    }
}
