"""Videos in the viewer, and photos made of their frames."""

import os

from browser import DESKTOP, Keys
from case import GalleryCase
from library import film


class FilmTests(GalleryCase):
    def film(self, name, **form):
        """A video of the test's own, which goes with it."""
        path = self.library.photos / "films" / name
        film(path, **form)
        self.addCleanup(self.library.ask, "sync")
        self.addCleanup(path.unlink)
        self.library.ask("sync")
        stem = name.rsplit(".", 1)[0]
        return next(line["id"] for line in self.library.ask(f"find {stem} fields=id") if "id" in line)

    def show(self, id):
        self.go(f"/photo/{id}")
        self.browser.one("video")
        self.browser.until(lambda: self.browser.run("return document.querySelector('video').readyState >= 2"), "the video does not come")

    def seek(self, seconds):
        """The video stands at a time, and the frame of that time is on screen."""
        self.browser.driver.execute_async_script("""
            const [seconds, done] = arguments;
            const video = document.querySelector('video');
            let last = -1;
            const look = () => !video.seeking && last > seconds - 0.11 && last <= seconds && requestAnimationFrame(done);
            const note = (now, { mediaTime }) => {
                last = mediaTime;
                video.requestVideoFrameCallback(note);
                look();
            };
            video.requestVideoFrameCallback(note);
            video.addEventListener('seeked', look);
            video.currentTime = seconds;""", seconds)

    def until_saved(self, time):
        self.browser.until(lambda: time in " ".join(self.browser.texts(".toast")), f"no frame of {time} was saved")
        self.browser.one(".toast-action").click()
        self.browser.until_text("Undone")

    def test_the_frame_that_is_saved_is_the_one_on_screen(self):
        for rate, places in ((10, ((0.55, "0h00m00s500"), (1.2, "0h00m01s200"), (0, "0h00m00s000"))), (30, ((0.075, "0h00m00s066"), (0.51, "0h00m00s500")))):
            id = self.film(f"VID_20130102_0300{rate}.mp4", rate=rate)
            self.show(id)
            for seconds, time in places:
                with self.subTest(rate=rate, seconds=seconds):
                    self.seek(seconds)
                    self.browser.run("[...document.querySelectorAll('.film-tools button')].find((button) => button.innerText.includes('Save this frame')).click()")
                    self.until_saved(time)
        self.assertNothingWrong()

    def test_a_frame_of_a_film_whose_name_is_no_text_is_saved(self):
        id = self.film("VID_20130105_030000.mp4")
        path = self.library.photos / "films" / "VID_20130105_030000.mp4"
        odd = os.path.join(os.fsencode(path.parent), b"VID_20130105_030000 caf\xe9.mp4")
        os.rename(path, odd)
        self.addCleanup(os.rename, odd, path)
        self.library.ask("sync")
        self.show(id)
        self.browser.press("t")
        self.until_saved("caf%E9")

    def test_a_step_goes_to_the_next_frame_whatever_the_rate(self):
        for rate, times in ((10, ("0h00m00s600", "0h00m00s500")), (50, ("0h00m00s560", "0h00m00s540"))):
            id = self.film(f"VID_20130103_0300{rate}.mp4", rate=rate)
            self.show(id)
            with self.subTest(rate=rate):
                self.seek(0.555)
                before = self.browser.run("return document.querySelector('video').currentTime")
                for key, time in zip(".,", times):
                    self.browser.press(key)
                    self.browser.until(lambda before=before: self.browser.run(
                        "const video = document.querySelector('video'); return video.currentTime !== arguments[0] && !video.seeking", before), "it does not step")
                    before = self.browser.run("return document.querySelector('video').currentTime")
                    self.browser.press("t")
                    self.until_saved(time)

    def test_a_film_that_the_browser_cannot_play_shows_its_frames_and_saves_them(self):
        self.go(f"/photo/{self.film('VID_20130104_030000.mkv', codec='mpeg2video', rate=25)}")
        slider = self.browser.one(".film-range", seconds=30)
        self.browser.run("arguments[0].value = 0.4; arguments[0].dispatchEvent(new Event('input'))", slider)
        self.browser.until(lambda: self.browser.run("const frame = document.querySelector('.film-frame'); return !frame.hidden && frame.naturalWidth > 0"), "its frame does not come")
        self.browser.picture("film-unplayable")
        self.browser.run("[...document.querySelectorAll('.film-tools button')].find((button) => button.innerText.includes('Save this frame')).click()")
        self.until_saved("0h00m00s400")

    def box(self, selector):
        return self.browser.run("""
            const box = document.querySelector(`.slide:not([inert]) ${arguments[0]}`).getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom];""", selector)

    def assertApart(self, one, other):
        (left, top, right, bottom), (left2, top2, right2, bottom2) = self.box(one), self.box(other)
        self.assertTrue(right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top, f"{one} {self.box(one)} and {other} {self.box(other)} lie over each other")

    def assertInside(self, selector):
        left, top, right, bottom = self.box(selector)
        width, height = self.browser.run("return [innerWidth, innerHeight - (innerWidth < 640 ? document.querySelector('.viewer-tools').offsetHeight : 0)]")
        self.assertTrue(left >= 0 and top >= 0 and right <= width and bottom <= height, f"{selector} is at {self.box(selector)}, beyond {width} × {height}")

    def test_nothing_lies_over_a_film_in_any_window(self):
        films = {"playable": self.film("VID_20130106_030000.mp4", size="240x426"), "unplayable": self.film("VID_20130107_030000.mkv", codec="mpeg2video", rate=25, size="240x426")}
        for name, id in films.items():
            for size in ((390, 844), (320, 568), (844, 390), (568, 320), DESKTOP):
                with self.subTest(name, size=size):
                    self.browser.window(size)
                    self.go(f"/photo/{id}")
                    self.browser.one("video" if name == "playable" else ".film-range", seconds=30)
                    self.browser.until_pictures()
                    self.browser.picture(f"film-{name}-{size[0]}")
                    for part in [".film-tools"] if name == "playable" else [".film-tools", ".film-problem"]:
                        self.assertApart(".slide-box", part)
                        self.assertInside(part)
                    self.assertGreater(self.box(".slide-box")[3] - self.box(".slide-box")[1], size[1] * 0.33)
        self.assertNothingWrong()

    def test_the_last_frame_is_where_the_slider_ends(self):
        self.go(f"/photo/{self.film('VID_20130108_030000.mkv', codec='mpeg2video', rate=25)}")
        self.browser.one(".film-range", seconds=30).send_keys(Keys.END)
        self.browser.until(lambda: self.browser.run("const frame = document.querySelector('.film-frame'); return !frame.hidden && frame.naturalWidth > 0"), "its frame does not come")
        self.browser.run("[...document.querySelectorAll('.film-tools button')].find((button) => button.innerText.includes('Save this frame')).click()")
        self.until_saved("0h00m01s960")
        self.assertEqual(self.browser.texts(".toast.error"), [])
        self.assertNothingWrong()

    def test_a_film_whose_folder_is_offline_says_so_and_comes_when_it_is_back(self):
        for name, form in (("VID_20130109_030000.mp4", {}), ("VID_20130110_030000.mkv", {"codec": "mpeg2video", "rate": 25})):
            with self.subTest(name):
                id = self.film(name, **form)
                with self.library.offline():
                    self.go(f"/photo/{id}")
                    problem = self.browser.until(lambda: " ".join(self.browser.texts(".film-problem")), "it is not said that there is none", 30)
                    self.browser.picture(f"film-offline-{form.get('codec', 'h264')}")
                    self.assertIn("offline", problem)
                    self.assertNotIn("cannot play", problem)
                    self.browser.until(lambda: self.browser.texts(".film-slide button, .film-slide a") == ["Try again"], "something else is offered")
                    # It may be asked for once more when the page begins to listen.
                    self.browser.until(lambda: self.browser.run("const again = document.querySelector('.film-problem button'); again?.click(); return again !== null"))
                    self.browser.until_text("offline")
                if form:
                    self.browser.one(".film-range", seconds=40)
                else:
                    self.browser.until(lambda: self.browser.run("return document.querySelector('video')?.readyState >= 2"), "the video does not come", 40)
                    self.assertEqual(self.browser.all(".film-problem"), [])
