#!/usr/bin/env python3
"""What a process and its children do while nothing happens: context switches and CPU time of every thread.

usage: idle.py PID [SECONDS]

Prints one JSON object: sums over all threads, and each thread that did anything. Threads that come or go meanwhile
count with all they have done. CPU time is in clock ticks (utime + stime), as the kernel accounts it.
"""
import json
import os
import sys
import time


def processes(pid):
    """`pid` and all below it."""
    found = [pid]
    for process in found:
        try:
            for thread in os.listdir(f"/proc/{process}/task"):
                with open(f"/proc/{process}/task/{thread}/children") as children:
                    found += [int(child) for child in children.read().split()]
        except FileNotFoundError:
            pass
    return found


def sample(pid):
    threads = {}
    for process in processes(pid):
        try:
            for thread in os.listdir(f"/proc/{process}/task"):
                folder = f"/proc/{process}/task/{thread}"
                with open(f"{folder}/status") as status:
                    lines = dict(line.split(":", 1) for line in status if ":" in line)
                with open(f"{folder}/stat") as stat:
                    # The name, in parentheses, may hold spaces.
                    fields = stat.read().rpartition(")")[2].split()
                threads[process, int(thread)] = (
                    lines["Name"].strip(),
                    int(lines["voluntary_ctxt_switches"]) + int(lines["nonvoluntary_ctxt_switches"]),
                    int(fields[11]) + int(fields[12]),
                )
        except FileNotFoundError:
            pass
    return threads


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    pid = int(sys.argv[1])
    seconds = float(sys.argv[2]) if len(sys.argv) == 3 else 60
    before = sample(pid)
    if not before:
        sys.exit(f"there is no process {pid}")
    time.sleep(seconds)
    after = sample(pid)
    busy = []
    for key, (name, switches, ticks) in after.items():
        _, old_switches, old_ticks = before.get(key, (name, 0, 0))
        if switches != old_switches or ticks != old_ticks:
            busy.append({"process": key[0], "thread": key[1], "name": name,
                         "switches": switches - old_switches, "ticks": ticks - old_ticks})
    print(json.dumps({
        "seconds": seconds, "threads": len(after), "gone": len(before.keys() - after.keys()),
        "switches": sum(thread["switches"] for thread in busy),
        "ticks": sum(thread["ticks"] for thread in busy), "busy": busy,
    }))


if __name__ == "__main__":
    main()
