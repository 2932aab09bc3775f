"""Videos in the viewer, and photos made of their frames."""

import os

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
