import Files
import PhotoModel

/// Something that the machine may get its power from, as the kernel describes it in /sys/class/power_supply.
struct PowerSupply: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case battery
        /// The mains, or a charger: USB, wireless.
        case line
    }

    let kind: Kind
    /// Of a line: whether it gives power.
    var isOnline = false
    /// Of a battery: whether it gives power.
    var discharges = false
    /// Whether it is that of a mouse or the like, which the machine gets nothing from.
    var isOfDevice = false

    /// Whether the machine lives on its battery: no line gives power, and a battery does. Of a machine that does not tell it is
    /// not supposed.
    static func isOnBattery(_ supplies: some Sequence<PowerSupply>) -> Bool {
        let supplies = supplies.filter { !$0.isOfDevice }
        if supplies.contains(where: { $0.kind == .line && $0.isOnline }) { return false }
        return supplies.contains { $0.kind == .battery && $0.discharges }
    }
}

extension PowerSupply {
    static let folder = FilePath("/sys/class/power_supply")

    /// - Parameter attribute: the content of one of its files; `nil` where there is none.
    init?(_ attribute: (String) -> String?) {
        switch attribute("type") {
        case "Battery": kind = .battery
        case "Mains", "USB", "Wireless": kind = .line
        // A kind that nobody knows yet, or a UPS, which says nothing about itself that could be relied on.
        case _: return nil
        }
        // Some chargers say 2: online, by a rule of their own.
        isOnline = attribute("online").map { $0 != "0" } ?? false
        discharges = attribute("status") == "Discharging"
        isOfDevice = attribute("scope") == "Device"
    }

    /// What there is now; nothing where the kernel does not tell.
    static func all(in folder: FilePath = Self.folder) -> [PowerSupply] {
        guard let names = try? Folder(folder).names() else { return [] }
        return names.compactMap { name in
            PowerSupply { attribute in
                let file = folder.appending(name).appending(FileName(attribute))
                guard let bytes = try? OpenFile.content(of: file, limit: 4096) else { return nil }
                return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            }
        }
    }
}
