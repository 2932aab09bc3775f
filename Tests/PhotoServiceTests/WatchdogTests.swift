import Testing

@testable import PhotoService

@Suite("The watchdog's interval")
struct WatchdogTests {
    @Test("is half of what the unit allows, and leaves time for other things whatever the unit says")
    func interval() {
        #expect(ServiceManager.watchdogInterval(ofMicroseconds: 30_000_000) == .seconds(15))
        #expect(ServiceManager.watchdogInterval(ofMicroseconds: 1) == .milliseconds(1))
        #expect(ServiceManager.watchdogInterval(ofMicroseconds: .max) == .seconds(86_400))
    }
}
