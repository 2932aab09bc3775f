"""Libraries and windows that are large."""

from case import ImaginedCase


class LargeTests(ImaginedCase):
    def test_a_very_large_window_of_the_smallest_tiles_loads_all_of_them(self):
        ids = [f"L/{number}" for number in range(3000)]
        self.gallery.month("2016-11", ids)
        self.gallery.lists["group", "Beach"] = ids
        self.browser.window((3840, 2160))
        self.addCleanup(self.browser.window)
        for address in ("/month/2016-11", "/folder?name=Beach", "/all"):
            with self.subTest(address):
                self.go("/shortcuts")
                self.browser.run("localStorage.setItem('tile', '-3')")
                self.go(address)
                self.browser.until_tiles(20)
                for place in (0, 5000, 2500):
                    self.browser.run("scrollTo(0, arguments[0])", place)
                    self.browser.until(lambda: len(self.browser.tiles()) > 900 and not self.browser.all(".tile.waiting"), "some are never there")

    def test_a_window_of_many_small_months_loads_all_of_them(self):
        for month in range(120):
            self.gallery.month(f"{2020 - month // 12}-{12 - month % 12:02}", [f"L/{month * 2 + number}" for number in range(2)])
        self.browser.window((1440, 5000))
        self.addCleanup(self.browser.window)
        self.go("/all")
        self.browser.until_tiles(30)
        self.browser.until(lambda: not self.browser.all(".tile.waiting"), "some are never there")
