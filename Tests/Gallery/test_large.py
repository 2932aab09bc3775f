"""Libraries and windows that are large."""

from case import ImaginedCase

# Scrolls by so much in each frame until the page does not move any more, and gives the longest way in pixels that a tile went in one
# of them beyond that, and whether there was always one that stayed on screen.
SCROLL = """
    const [by, done] = arguments;
    const frame = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    const tiles = () => new Map([...document.querySelectorAll('.tile')].map((tile) => [tile.getAttribute('aria-posinset'), tile.getBoundingClientRect().top]));
    (async () => {
        let worst = 0;
        for (let still = 0; still < 3; ) {
            const before = tiles();
            const { scrollY: from } = window;
            scrollBy(0, by);
            await frame();
            const ways = [...tiles()].filter(([number]) => before.has(number)).map(([number, top]) => before.get(number) - top);
            if (ways.length === 0) return done('what was on screen is gone at once');
            worst = Math.max(worst, ...ways.map((way) => Math.max(way * Math.sign(by) - Math.abs(by), -way * Math.sign(by))));
            still = scrollY === from ? still + 1 : 0;
        }
        done(Math.round(worst));
    })();"""


class LargeTests(ImaginedCase):
    def numbers(self):
        return [int(id.rsplit("/", 1)[-1]) for id in self.browser.tiles()]

    def test_a_timeline_longer_than_a_page_can_be_is_scrolled_to_both_ends_without_a_leap(self):
        for month in range(40):
            self.gallery.month(f"{2020 - month // 12}-{12 - month % 12:02}", [f"L/{month * 5000 + number}" for number in range(5000)])
        self.go("/all")
        self.browser.until_tiles(20)
        end = self.browser.run("return document.documentElement.scrollHeight - innerHeight")
        self.assertLess(end, 5_000_000, "a browser has no longer page")
        for start, by, last in ((9_000, -300, 0), (end - 9_000, 300, 199_999)):
            with self.subTest(by):
                self.browser.run("scrollTo(0, arguments[0])", start)
                self.browser.until(lambda: self.numbers() and not self.browser.all(".tile.waiting"), "nothing is shown there")
                self.assertNotIn(last, self.numbers())
                worst = self.browser.driver.execute_async_script(SCROLL, by)
                self.assertIsInstance(worst, int, worst)
                self.assertLessEqual(worst, 2)
                self.browser.until(lambda: last in self.numbers(), "it ends elsewhere")

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
