"""Displays that a script drives: over the gallery's control socket, through the gallery, to the page and back."""

import signal
import socket
import statistics
import time
import unittest

from browser import Keys
from case import browser, holidays
from control import Control, word
from screens import component, node, stack, text


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class DisplayCase(unittest.TestCase):
    """A gallery of its own, over the library of all tests."""

    def setUp(self):
        self.library = holidays()
        self.path = self.library.folder / f"control-{self.id().rsplit('.', 1)[-1][:40]}"
        self.port = free_port()
        self.browser = browser()
        self.browser.window()
        self.start()
        self.addCleanup(self.end)
        self.browser.complaints()

    def start(self):
        before = self.library.first, self.library.base
        self.library.open("--listen", f"127.0.0.1:{self.port}", "--control", str(self.path))
        self.first, self.base = self.library.first, self.library.base
        self.library.first, self.library.base = before
        self.gallery = self.library.galleries[-1]
        self.state = self.library.folder / f"gallery-{len(self.library.galleries) - 1}"
        self.browser.go(self.first)
        self.control, self.events = Control(self.path), Control(self.path).subscribe()

    def end(self):
        self.browser.go("about:blank")
        self.control.close()
        self.events.close()
        self.gallery.send_signal(signal.SIGTERM)
        self.gallery.wait(30)

    def open(self, address="/?screen=hall"):
        self.browser.go(self.base + address)
        self.events.event("screenOpened", screen="hall")

    def ids(self, command, some=1):
        return [line["id"] for line in self.library.ask(f"{command} limit={some} fields=id")[:some]]

    def assertNothingWrong(self):
        self.assertEqual(self.browser.complaints(), [])


class CommandTests(DisplayCase):
    def test_each_command_is_done_and_told(self):
        self.open()
        ui, told = self.control.ui, self.events.event
        photo = self.ids("photos 2016-11")[0]
        bar = {"topBar": {"rightButtons": [{"id": "info", "icon": "info"}], "searchBar": {"visible": True}}}
        root = node("bottomTabs", "tabs", stack("left", component("months", "months", bar)), stack("right", component("favorites", "favorites")))
        self.assertEqual(ui("setRoot", {"root": root})["componentId"], "tabs")
        told("componentDidAppear", screen="hall", componentId="months")
        self.assertEqual(ui("push", {"componentId": "months", "layout": component("month", "month", month="2016-11")})["componentId"], "month")
        told("componentDidAppear", componentId="month")
        self.browser.until_pictures()
        self.browser.picture("display-month")
        ui("push", {"componentId": "month", "layout": component("photo", "photo", id=photo, **{"in": "month:2016-11"})})
        self.browser.one("[data-node=photo] .viewer")
        told("componentDidAppear", componentId="photo")
        self.browser.until_pictures()
        self.browser.picture("display-photo")
        ui("pop", {"componentId": "photo"})
        told("screenPopped", componentId="photo")
        ui("push", {"componentId": "left", "layout": text("Over it", "over")})
        ui("popTo", {"componentId": "month"})
        told("screenPopped", componentId="over")
        ui("popToRoot", {"componentId": "left"})
        told("screenPopped", componentId="month")
        self.assertEqual(ui("setStackRoot", {"componentId": "left", "children": [component("months", "months", bar), component("all", "all", bar)]})["componentId"], "all")
        told("componentDidAppear", componentId="all")
        ui("showModal", {"layout": text("A modal", "modal", {"modal": {"presentationStyle": "formSheet"}})})
        told("componentDidAppear", componentId="modal")
        ui("dismissModal", {"componentId": "modal"})
        told("modalsDismissed", componentId="modal", numberOfModalsDismissed=1)
        for id in ("one", "two"):
            ui("showModal", {"layout": text("A modal", id)})
        ui("dismissAllModals")
        told("modalsDismissed", componentId="two", numberOfModalsDismissed=2)
        ui("showOverlay", {"layout": text("An overlay", "overlay")})
        told("componentDidAppear", componentId="overlay")
        ui("dismissOverlay", {"componentId": "overlay"})
        told("componentDidDisappear", componentId="overlay")
        ui("showOverlay", {"layout": text("An overlay", "overlay")})
        ui("dismissAllOverlays")
        told("componentDidDisappear", componentId="overlay")
        ui("mergeOptions", {"componentId": "all", "options": {"bottomTabs": {"currentTabIndex": 1}, "statusBar": {"style": "dark"}}})
        told("warning", componentId="all", key="statusBar.style")
        told("bottomTabSelected", componentId="tabs", selected=1, unselected=0)
        self.browser.picture("display-tabs")
        ui("setDefaultOptions", {"options": {"topBar": {"background": {"color": "#102030"}}}})
        told("commandCompleted", commandName="setDefaultOptions")
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('[data-node=right] .display-top-bar')).backgroundColor"), "rgb(16, 32, 48)")
        self.assertNothingWrong()

    def test_each_thing_that_a_user_does_is_told(self):
        self.open()
        ui, told = self.control.ui, self.events.event
        bar = {"topBar": {"rightButtons": [{"id": "info", "icon": "info", "accessibilityLabel": "About"}], "searchBar": {"visible": True}}}
        tabs = node("bottomTabs", "tabs", stack("left", text("First", "a"), component("months", "months", bar)), stack("right", component("favorites", "favorites")))
        ui("setRoot", {"root": node("sideMenu", "menu", node("sideMenuLeft", None, text("Menu", "m")), node("sideMenuCenter", None, tabs))})
        told("componentDidAppear", componentId="months")
        self.browser.one("[aria-label=About]").click()
        told("navigationButtonPressed", componentId="months", buttonId="info")
        self.browser.one(".display-search input").send_keys("sea")
        told("searchBarUpdated", componentId="months", text="sea", isFocused=True)
        self.browser.one(".display-search .button").click()
        told("searchBarCancelPressed", componentId="months")
        self.browser.one(".display-bar-left button").click()
        told("screenPopped", componentId="months")
        self.browser.all("[role=tab]")[1].click()
        told("bottomTabPressed", componentId="tabs", tabIndex=1)
        told("bottomTabSelected", componentId="tabs", selected=1, unselected=0)
        self.browser.chain().context_click(self.browser.all("[role=tab]")[0]).perform()
        told("bottomTabLongPressed", componentId="tabs", tabIndex=0)
        ui("mergeOptions", {"componentId": "menu", "options": {"sideMenu": {"left": {"visible": True}}}})
        told("componentDidAppear", componentId="m")
        self.browser.press(Keys.ESCAPE)
        told("componentDidDisappear", componentId="m")
        ui("showModal", {"layout": text("It stays", "stays", {"modal": {"swipeToDismiss": False}})})
        self.browser.press(Keys.ESCAPE)
        told("modalAttemptedToDismiss", componentId="stays")
        ui("mergeOptions", {"componentId": "stays", "options": {"modal": {"swipeToDismiss": True}}})
        self.browser.press(Keys.ESCAPE)
        told("modalsDismissed", componentId="stays")
        self.assertNothingWrong()

    def test_what_is_pushed_appears_in_a_moment(self):
        self.open()
        ui = self.control.ui
        one = lambda type: component("photo", "b", id=self.ids(f"photos 2016-11 type={type}")[0], **{"in": "month:2016-11"})
        layouts = {"text": text("Second", "b"), "month": component("month", "b", month="2016-11"), "photo": one("photo"), "video": one("video")}
        ui("setRoot", {"root": stack("s", text("First", "a"))})
        for calm in (True, False):
            self.browser.window(calm=calm)
            for name, layout in layouts.items():
                times = []
                for _ in range(11):
                    began = time.monotonic()
                    self.control.send(f"ui push {word({'componentId': 's', 'layout': layout})} screen=hall")
                    self.events.event("componentDidAppear", componentId="b")
                    times.append((time.monotonic() - began) * 1000)
                    self.control.reply()
                    ui("pop", {"componentId": "s"})
                with self.subTest(name, calm=calm):
                    self.assertLess(statistics.median(times), 150, times)


class ComponentTests(DisplayCase):
    def test_what_lies_in_the_local_folder_is_shown_and_reaches_nothing(self):
        local = self.state / "local"
        (local / "signs").mkdir(parents=True)
        (local / "signs" / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="tomato"/></svg>')
        (local / "signs" / "a.html").write_text("""<!DOCTYPE html><title>Sign</title><style>p { color: teal }</style><p>We close at six</p>
            <script>fetch('/gallery').then(() => 'reached', () => 'kept').then((what) => document.querySelector('p').textContent += ', ' + what)</script>""")
        self.open()
        self.control.ui("setRoot", {"root": stack("s", component("image", "i", path="signs/a.svg", alt="A sign"))})
        self.assertEqual(self.browser.run("return document.querySelector('[data-node=i] img').naturalWidth"), 90)
        self.assertNothingWrong()
        self.control.ui("push", {"componentId": "s", "layout": node("externalComponent", "h", name="html", passProps={"path": "signs/a.html"})})
        self.browser.driver.switch_to.frame(self.browser.one("[data-node=h] iframe"))
        self.browser.until(lambda: self.browser.run("return document.querySelector('p').textContent") == "We close at six, kept", "the sign says something else")
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('p')).color"), "rgb(0, 128, 128)")
        self.browser.driver.switch_to.default_content()

    def test_a_video_begins_where_and_as_it_is_told(self):
        film = self.ids("videos")[0]
        self.open()
        self.control.ui("setRoot", {"root": node("bottomTabs", "tabs", component("video", "v", id=film, at=1, autoplay=True, loop=True, muted=True), text("Other", "t"))})
        video = "document.querySelector('[data-node=v] video')"
        self.browser.until(lambda: self.browser.run(f"return {video} && !{video}.paused && {video}.currentTime >= 1"), "it does not play")
        self.assertEqual(self.browser.run(f"return [{video}.loop, {video}.muted]"), [True, True])
        self.browser.all("[role=tab]")[1].click()
        self.browser.until(lambda: self.browser.run(f"return {video}.paused"), "it plays though nobody sees it")
        self.browser.all("[role=tab]")[0].click()
        self.browser.until(lambda: self.browser.run(f"return !{video}.paused"), "it does not go on")
        self.assertNothingWrong()

    def test_over_a_quiet_photo_lies_nothing_before_somebody_moves(self):
        self.open()
        control = "getComputedStyle(document.querySelector('[data-node=p] .viewer-chrome')).opacity"
        for id in (self.ids("photos 2016-11 type=photo")[0], self.ids("videos")[0]):
            self.control.ui("setRoot", {"root": stack("s", component("photo", "p", id=id, quiet=True))})
            self.events.event("componentDidAppear", componentId="p")
            self.assertEqual(self.browser.run(f"return {control}"), "0")
            self.browser.chain().move_to_element(self.browser.one("[data-node=p] .stage")).move_by_offset(40, 40).perform()
            self.browser.until(lambda: self.browser.run(f"return {control}") == "1", "nothing can be done with it")
        self.assertNothingWrong()

    def test_photos_of_a_list_are_gone_through_in_a_component(self):
        ids = self.ids("photos 2016-11 type=photo", 3)
        self.open()
        address = self.browser.path
        self.control.ui("setRoot", {"root": component("photo", "p", id=ids[0], **{"in": "month:2016-11", "type": "photo"})})
        self.browser.until_text("1 of 12")
        self.browser.press(Keys.ARROW_RIGHT)
        self.browser.until_text("2 of 12")
        self.assertEqual(self.browser.path, address)
        self.assertNothingWrong()


class LastingTests(DisplayCase):
    def tree(self, screen="hall"):
        [tree] = self.control.ask(f"ui tree {screen}")
        return tree

    def test_two_screens_show_what_each_is_told(self):
        self.open()
        first = self.browser.driver.current_window_handle
        self.browser.driver.switch_to.new_window("window")
        second = self.browser.driver.current_window_handle
        try:
            self.browser.go(self.base + "/?screen=door")
            self.events.event("screenOpened", screen="door")
            self.control.ui("setRoot", {"root": text("In the hall", "a")})
            self.control.ui("setRoot", {"root": text("At the door", "a")}, screen="door")
            self.assertEqual(self.browser.texts(".display-text"), ["At the door"])
            lines = self.control.ask(f"ui setRoot {word({'root': text('Everywhere', 'b')})}")
            self.assertEqual({line["screen"] for line in lines}, {"hall", "door"})
            for window in (second, first, second):
                self.browser.driver.switch_to.window(window)
                self.browser.until(lambda: self.browser.texts(".display-text") == ["Everywhere"], "it shows something else")
        finally:
            self.browser.driver.close()
            self.browser.driver.switch_to.window(first)

    def test_a_tree_outlives_the_page(self):
        self.open()
        self.control.ui("setRoot", {"root": node("bottomTabs", "tabs", stack("s", component("months", "m")), stack("t", text("Second", "b"), text("Third", "c")))})
        self.browser.all("[role=tab]")[1].click()
        self.events.event("componentDidAppear", componentId="c")
        before = self.tree()
        self.browser.driver.refresh()
        self.events.event("componentDidAppear", componentId="c")
        self.assertEqual(self.tree(), before)
        self.assertEqual([tab.get_attribute("aria-selected") for tab in self.browser.all("[role=tab]")], ["false", "true"])
        self.control.ui("pop", {"componentId": "t"})
        self.assertEqual(self.browser.texts("[data-node=b] .display-text"), ["Second"])
        self.assertNothingWrong()

    def test_a_tree_outlives_the_gallery(self):
        self.open()
        self.control.ui("setRoot", {"root": stack("s", component("month", "m", month="2015-07"))})
        self.browser.until_tiles(20)
        self.browser.run("document.querySelector('[data-node=m] .display-scroller').scrollTop = 700")
        before = self.tree()
        self.control.close()
        self.events.close()
        self.gallery.send_signal(signal.SIGTERM)
        self.gallery.wait(30)
        # The same folder and address as before.
        self.library.galleries.pop().stdout.close()
        kept = self.library.first, self.library.base
        self.library.open("--listen", f"127.0.0.1:{self.port}", "--control", str(self.path))
        self.library.first, self.library.base = kept
        self.gallery = self.library.galleries[-1]
        self.control, self.events = Control(self.path), Control(self.path).subscribe()
        self.events.event("componentDidAppear", componentId="m")
        self.assertEqual(self.tree(), before)
        # The page is the same one, and what it shows has not moved.
        self.assertEqual(self.browser.run("return document.querySelector('[data-node=m] .display-scroller').scrollTop"), 700)
        self.control.ui("push", {"componentId": "s", "layout": text("Over it", "t")})
        self.assertEqual(self.browser.texts("[data-node=t] .display-text"), ["Over it"])

    def test_a_tree_that_is_forgotten_gives_way_to_the_gallery(self):
        self.open()
        self.control.ui("setRoot", {"root": text("Here", "a")})
        self.control.ask("ui forget hall")
        self.browser.until(lambda: self.browser.one("#main").is_displayed(), "the gallery is not back")

    def test_a_name_is_that_of_the_page_that_came_last(self):
        self.open()
        self.control.ui("setRoot", {"root": text("Here", "a")})
        first = self.browser.driver.current_window_handle
        self.browser.driver.switch_to.new_window("window")
        try:
            self.browser.go(self.base + "/?screen=hall")
            self.browser.until(lambda: self.browser.texts(".display-text") == ["Here"], "the newer page does not show it")
            self.browser.driver.switch_to.window(first)
            self.browser.until(lambda: self.browser.one("#main").is_displayed(), "the older page still shows it")
            self.assertNotEqual(self.browser.run("return sessionStorage.getItem('screen')"), "hall")
        finally:
            others = [handle for handle in self.browser.driver.window_handles if handle != first]
            for handle in others:
                self.browser.driver.switch_to.window(handle)
                self.browser.driver.close()
            self.browser.driver.switch_to.window(first)
