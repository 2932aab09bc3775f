import PhotoModel
import TestSupport
import Testing

@Suite("Circles on the globe")
struct GeographicCircleTests {
    private func circle(_ latitude: Double, _ longitude: Double, _ kilometres: Double) throws
        -> GeographicCircle
    {
        try #require(
            GeographicCircle(latitude: latitude, longitude: longitude, kilometres: kilometres)
        )
    }

    private func isInBox(_ circle: GeographicCircle, _ latitude: Double, _ longitude: Double) -> Bool {
        circle.latitudes.contains(latitude) && circle.longitudes.contains { $0.contains(longitude) }
    }

    @Test("distances are those of the sphere")
    func distances() throws {
        let degree = 6371.0088 * Double.pi / 180
        #expect(abs(try circle(0, 0, 1).distance(latitude: 0, longitude: 1) - degree) < 1e-9)
        #expect(abs(try circle(-90, 0, 1).distance(latitude: 90, longitude: 77) - 180 * degree) < 1e-9)
        #expect(abs(try circle(0, 179.5, 1).distance(latitude: 0, longitude: -179.5) - degree) < 1e-9)
        #expect(abs(try circle(89.5, 0, 1).distance(latitude: 89.5, longitude: 180) - degree) < 1e-9)
        // Munich to Berlin, as atlases have it.
        #expect(abs(try circle(48.137, 11.575, 1).distance(latitude: 52.520, longitude: 13.405) - 504) < 1)
    }

    @Test("a circle across the date line has two boxes, one with a pole in it all longitudes")
    func boxes() throws {
        #expect(try circle(0, 10, 100).longitudes.count == 1)
        #expect(try circle(0, 179.9, 100).longitudes.count == 2)
        #expect(try circle(0, -180, 0).longitudes.count == 2)
        #expect(try circle(89.9, 10, 100).longitudes == [-180...180])
        #expect(try circle(-89.9, 10, 100).longitudes == [-180...180])
        #expect(try circle(0, 0, 30_000).longitudes == [-180...180])
        #expect(try circle(0, 0, 30_000).latitudes == -90...90)
    }

    @Test("no place within a circle is outside its box, wherever it lies")
    func boxIsLargeEnough() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("circle seed: \(seed)")
        var random = SeededGenerator(seed: seed)
        let latitudes: [Double] = [0, 45, -45, 89, -89, 89.999, 90, -90]
        let longitudes: [Double] = [0, 179, -179, 179.999, 180, -180]
        var inside = 0
        for _ in 0..<100_000 {
            let center = try circle(
                Bool.random(using: &random)
                    ? #require(latitudes.randomElement(using: &random))
                    : .random(in: -90...90, using: &random),
                Bool.random(using: &random)
                    ? #require(longitudes.randomElement(using: &random))
                    : .random(in: -180...180, using: &random),
                #require([0, 0.001, 1, 100, 1000, 9000, 15_000].randomElement(using: &random))
            )
            let reach = center.kilometres / 50
            let latitude = min(90, max(-90, center.latitude + .random(in: -reach...reach, using: &random)))
            var longitude = center.longitude + .random(in: -180...180, using: &random) * min(1, reach)
            if longitude > 180 { longitude -= 360 }
            if longitude < -180 { longitude += 360 }
            guard center.contains(latitude: latitude, longitude: longitude) else { continue }
            inside += 1
            #expect(
                isInBox(center, latitude, longitude),
                "seed \(seed): \(center), \(latitude), \(longitude)"
            )
        }
        #expect(inside > 1000, "seed \(seed)")
    }

    @Test("a circle of no size holds its own place, whichever way the date line is written")
    func point() throws {
        #expect(try circle(10, 180, 0).contains(latitude: 10, longitude: 180))
        #expect(isInBox(try circle(10, 180, 0), 10, -180))
        #expect(isInBox(try circle(10, -180, 0), 10, 180))
        #expect(isInBox(try circle(90, 0, 0), 90, 123))
    }

    @Test("numbers that no place has make no circle")
    func ranges() {
        for (latitude, longitude, kilometres) in [
            (90.1, 0, 1), (0, 180.1, 1), (0, 0, -1), (.nan, 0, 1), (0, .infinity, 1), (0, 0, .infinity),
        ] {
            #expect(
                GeographicCircle(latitude: latitude, longitude: longitude, kilometres: kilometres) == nil
            )
        }
    }
}
