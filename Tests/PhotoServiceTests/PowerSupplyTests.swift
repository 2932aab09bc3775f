import PhotoModel
import TestSupport
import Testing

@testable import PhotoService

@Suite("Where the power comes from")
struct PowerSupplyTests {
    private let mains = PowerSupply(kind: .line, isOnline: true)
    private let pulled = PowerSupply(kind: .line)
    private let full = PowerSupply(kind: .battery)
    private let emptying = PowerSupply(kind: .battery, discharges: true)
    private let mouse = PowerSupply(kind: .battery, discharges: true, isOfDevice: true)

    @Test("a machine is on battery when no line gives power and a battery of its own does")
    func rule() {
        #expect(PowerSupply.isOnBattery([pulled, emptying]))
        #expect(PowerSupply.isOnBattery([emptying]))
        #expect(PowerSupply.isOnBattery([pulled, pulled, full, emptying]))
        #expect(!PowerSupply.isOnBattery([mains, full]))
        // A charger that gives less than the machine takes is one all the same.
        #expect(!PowerSupply.isOnBattery([mains, emptying]))
        #expect(!PowerSupply.isOnBattery([pulled, mains, emptying]))
        #expect(!PowerSupply.isOnBattery([pulled, full]))
        #expect(!PowerSupply.isOnBattery([pulled]))
    }

    @Test("a machine without batteries is never on battery, whatever its mouse does")
    func withoutBattery() {
        #expect(!PowerSupply.isOnBattery([]))
        #expect(!PowerSupply.isOnBattery([mouse]))
        #expect(PowerSupply.isOnBattery([mouse, pulled, emptying]))
    }

    @Test("supplies are read as the kernel shows them, and what it does not show is none")
    func reading() throws {
        let folder = try TemporaryFolder()
        func supply(_ name: String, _ attributes: [String: String]) throws {
            try folder.makeDirectory(name)
            for (key, value) in attributes { try folder.write("\(name)/\(key)", value + "\n") }
        }
        try supply("AC", ["type": "Mains", "online": "0"])
        try supply("BAT0", ["type": "Battery", "status": "Discharging"])
        try supply("hidpp_battery_0", ["type": "Battery", "status": "Discharging", "scope": "Device"])
        try supply("ucsi", ["type": "USB", "online": "2"])
        try supply("ups", ["type": "UPS", "status": "Discharging"])
        try supply("odd", [:])
        try folder.write("file", "x")
        let found = PowerSupply.all(in: folder.location)
        #expect(Set(found) == [pulled, emptying, mouse, PowerSupply(kind: .line, isOnline: true)])
        #expect(found.count == 4)
        #expect(PowerSupply.all(in: folder.location("nothing")).isEmpty)
    }
}
