"""A screen whose gallery is made up: tests tell its page what is to be shown, and read what it says."""

from case import ImaginedCase


def text(words, id=None, options=None, /, **props):
    return component("text", id, options, text=words, **props)


def component(name, id=None, options=None, /, **props):
    return node("component", id, name=name, passProps=props, options=options)


def node(type, id=None, *children, **data):
    data = {key: value for key, value in data.items() if value}
    return {"type": type, **({"id": id} if id else {}), **({"data": data} if data else {}), **({"children": list(children)} if children else {})}


def stack(id, *children, **options):
    return node("stack", id, *children, options=options)


class ScreenCase(ImaginedCase):
    def setUp(self):
        super().setUp()
        self.gallery.screen = "hall"
        self.gallery.month("2016-11", [f"L/{number}" for number in range(200)])
        self.gallery.month("2016-10", [f"L/{number}" for number in range(300, 306)])
        self.count = 0

    def open(self, address="/?screen=hall"):
        self.gallery.said.clear()
        self.gallery.told.clear()
        self.go(address)
        self.until_said(lambda said: "constants" in said)

    def until_said(self, holds, about="it was not said"):
        self.browser.until(lambda: any(holds(said) for said in list(self.gallery.said)), f"{about}: {self.gallery.said[-4:]}")

    def command(self, command, **members):
        """Gives the command's id, without waiting."""
        self.count += 1
        self.gallery.tell(event="screen", told={"command": command, "commandId": str(self.count), **members})
        return str(self.count)

    def do(self, command, **members):
        """Until the page has said that it is done; gives the milliseconds that it took."""
        id = self.command(command, **members)
        self.until_said(lambda said: said.get("finished") == id, f"{command} was not finished")
        return next(said["time"] for said in self.gallery.said if said.get("finished") == id)

    def until_gesture(self, gesture, **members):
        wanted = {"gesture": gesture, **members}
        self.until_said(lambda said: said == wanted, f"{wanted} was not said")

    def gestures(self):
        return [said for said in self.gallery.said if "gesture" in said]

    def until_done(self, some=1):
        """So many gestures have been carried out."""
        self.browser.until(lambda: sum(said.get("finished") == "gesture" for said in list(self.gallery.said)) >= some, f"not {some} gestures were carried out")

    def shown(self, id):
        """Whether a node is to be seen: it is not hidden, nor is anything around it."""
        return self.browser.run("""
            const one = document.querySelector(`[data-node="${CSS.escape(arguments[0])}"]`);
            return one !== null && one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !one.closest('.display-hidden, .display-covered');""", id)

    def box(self, selector):
        return self.browser.run("""
            const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return { x: box.x, y: box.y, width: box.width, height: box.height, right: box.right, bottom: box.bottom };""", selector)

    def machine(self):
        """What is open by all that the page was told since it was opened."""
        return self.browser.driver.execute_async_script("""
            const [told, done] = arguments;
            import('/page/navigation/screen-navigation.js').then(({ ScreenNavigation }) => {
              const navigation = new ScreenNavigation();
              for (const input of [{ launched: true }, ...told]) navigation.receive(input);
              const made = [...navigation.tree.nodes()].filter((node) => node.children.length === 0 && node.made).map(({ id }) => id);
              const { visible, running, waiting } = navigation.json;
              done({ made: made.sort(), visible: [...visible].sort(), running, waiting, json: navigation.json });
            });""", list(self.gallery.told))

    def until_idle(self):
        """All that the page was told is carried out."""
        def is_idle():
            machine = self.machine()
            return machine["running"] is None and machine["waiting"] == 0
        self.browser.until(is_idle, "it is not done")

    def until_calm(self):
        """Nothing moves any more."""
        self.browser.until(lambda: self.browser.run("return document.getAnimations().length === 0 && !document.querySelector('.display-going')"), "it still moves")

    def focused(self):
        """The node that has the keyboard."""
        return self.browser.run("return document.activeElement?.closest('[data-node]')?.dataset.node ?? null")

    def assertNothingWrong(self):
        self.assertEqual(self.browser.complaints(), [])
