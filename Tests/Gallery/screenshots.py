"""Makes the pictures of README.md: four screens over a library of landscapes that are drawn here, and of no real place.

    screenshots.py FOLDER

PHOTOD_BUILD names the folder of the programs.
"""

import base64
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from browser import Browser
from library import Library, describe, picture

WINDOW = (1280, 800)
# What each trip is called, its months, how many photos each of them has, and where they were taken.
TRIPS = [
    ("Lofoten", ["2024-07", "2024-08"], 17, (68.2, 14.2)), ("Allotment", ["2024-04", "2024-05", "2024-06"], 5, (52.5, 13.4)),
    ("Dolomites", ["2023-09", "2023-10"], 14, (46.5, 11.9)), ("Lisbon", ["2023-03", "2023-04"], 8, (38.7, -9.1)),
    ("Lake District", ["2022-10", "2022-08", "2022-12"], 7, (54.5, -3.1)), ("Cape Town", ["2022-02", "2022-01"], 9, (-34.0, 18.5)),
    ("Tatra", ["2021-07", "2021-06"], 10, (49.2, 20.1)), ("Brittany", ["2021-05"], 6, (48.2, -4.3)),
]
SHOWN = "2024-07"


def draw(job):
    path, number, size, text, (latitude, longitude) = job
    picture(path, number, size)
    describe(path, text)
    subprocess.run(["exiftool", "-q", "-overwrite_original", f"-GPSLatitude*={latitude}", f"-GPSLongitude*={longitude}", str(path)],
                   stdin=subprocess.DEVNULL, check=True)


def fill(photos):
    chance, jobs = random.Random(5), []
    for text, months, many, (latitude, longitude) in TRIPS:
        for month in months:
            for number in range(many):
                day, hour = 3 + number * 25 // many, chance.randrange(7, 21)
                path = photos / text / f"IMG_{month.replace('-', '')}{day:02}_{hour:02}{chance.randrange(60):02}{number:02}.jpg"
                size = chance.choice([(390, 260), (390, 260), (260, 346)])
                place = (f"{latitude + chance.uniform(-1, 1):.4f}", f"{longitude + chance.uniform(-1.5, 1.5):.4f}")
                jobs.append((path, len(jobs), size, text, place))
    # The newest of the month is the one that is opened.
    newest = max((job for job in jobs if f"IMG_{SHOWN.replace('-', '')}" in job[0].name), key=lambda job: job[0].name)
    jobs[newest[1]] = (*newest[:2], (1440, 960), *newest[3:])
    with ThreadPoolExecutor() as pool:
        list(pool.map(draw, jobs))


def keep(browser, path):
    browser.until_pictures(60)
    shot = browser.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "webp", "quality": 80})
    path.write_bytes(base64.b64decode(shot["data"]))
    print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


def main():
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with Library() as library:
        fill(library.photos)
        library.start()
        favourites = [line["id"] for line in library.ask(f"photos {SHOWN} limit=9 fields=id") if "id" in line][2::3]
        library.ask(f"edit {' '.join(favourites)} favorite=yes write=index")
        library.open()
        browser = Browser()
        try:
            browser.window(WINDOW)
            browser.go(library.first)
            browser.one(".card")
            keep(browser, folder / "months.webp")
            browser.one(f"[data-month='{SHOWN}']").click()
            browser.until_tiles(12)
            keep(browser, folder / "month.webp")
            browser.tile(0).click()
            browser.one(".screen-viewer .slide")
            keep(browser, folder / "viewer.webp")
            browser.go(f"{library.base}/map")
            browser.until(lambda: browser.all(".map-photo, .map-cluster"), "no photo is on the map", 30)
            keep(browser, folder / "map.webp")
        finally:
            browser.close()


if __name__ == "__main__":
    main()
