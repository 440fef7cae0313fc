# SPDX-License-Identifier: MIT
"""A PIN pad in a window. "pin_pad.py --set" stores a new PIN, "pin_pad.py" asks for it."""

import os
import sys
import time
import tkinter
from pathlib import Path

import scrim


def now_ns():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def happened_ns(event):
    """When an event happened. X servers count the milliseconds of CLOCK_MONOTONIC, in 32 bits."""
    age_ms = (time.monotonic_ns() // 1_000_000 - event.time) % 2**32
    return now_ns() - age_ms * 1_000_000 if age_ms < 10_000 else now_ns()


def store(path, data):
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_SYNC, 0o600)
    written = os.write(file, data)
    os.close(file)
    if written != len(data):
        raise OSError(f"{path}: not all bytes were written")


class PinPad:
    def __init__(self, setting):
        self.setting = setting
        self.exit_code = 1  # the code of a window that the user closes
        self.pin = scrim.Text(max_clusters=8, allowed=scrim.Allowed.DIGITS)
        self.keypad = scrim.Keypad((10, 60, 280, 370), column_spacing=10, row_spacing=10)
        self.keypad.attach(self.pin)
        self.keypad.show()

        self.window = tkinter.Tk()
        self.window.title("Choose a PIN" if setting else "Enter your PIN")
        self.window.report_callback_exception = self.fail
        self.canvas = tkinter.Canvas(self.window, width=300, height=440, background="#D5DCE8", highlightthickness=0)
        self.canvas.pack()
        self.canvas.bind("<ButtonPress-1>", lambda event: self.touch(scrim.Phase.BEGAN, event))
        self.canvas.bind("<B1-Motion>", lambda event: self.touch(scrim.Phase.MOVED, event))
        self.canvas.bind("<ButtonRelease-1>", lambda event: self.touch(scrim.Phase.ENDED, event))
        self.canvas.bind("<Expose>", lambda event: self.draw())
        self.timer = None

    def fail(self, kind, error, trace):
        sys.exit(f"pin_pad: {error}")

    def say(self, message):
        print(message, flush=True)
        self.window.title(message)

    def draw(self):
        generation = self.keypad.generation
        self.canvas.delete("all")
        self.canvas.create_text(24, 30, text=self.pin.masked, anchor="w", font=("DejaVu Sans", -28))
        for key in self.keypad.keys():
            x, y, width, height = key.rect
            self.canvas.create_rectangle(x, y, x + width, y + height, fill="white", width=0)
            self.canvas.create_text(x + width / 2, y + height / 2, text=key.label, font=("DejaVu Sans", -30))
        self.canvas.update_idletasks()
        self.keypad.presented(now_ns(), generation)

    def touch(self, phase, event):
        result = self.keypad.touch((happened_ns(event), 1, phase, event.x, event.y))
        if result == scrim.KeypadResult.DONE:
            self.set_pin() if self.setting else self.try_pin()
            self.pin.clear()
            self.keypad.show()  # done has hidden it; shuffles the keys
        self.draw()
        self.plan()

    def plan(self):
        if self.timer is not None:
            self.window.after_cancel(self.timer)
            self.timer = None
        deadline = self.keypad.next_deadline
        if deadline is not None:
            self.timer = self.window.after(max(0, deadline - now_ns()) // 1_000_000 + 1, self.advance)

    def advance(self):
        self.timer = None
        if self.keypad.advance(now_ns()) == scrim.KeypadResult.DELETED:
            self.draw()
        self.plan()

    def set_pin(self):
        if self.pin.count < 4:
            self.say("at least 4 digits")
            return
        store("hash", self.pin.hash(scrim.HashPreset.LOW_MEMORY).encode())
        store("attempts", bytes(scrim.Attempts(limit=4)))
        self.say("set")
        self.end(0)

    def try_pin(self):
        attempts = scrim.Attempts.from_bytes(Path("attempts").read_bytes())
        answer = attempts.begin(now_ns())
        store("attempts", bytes(attempts))  # before the PIN is verified
        if answer.result == scrim.Attempt.LOCKED:
            self.say("locked")
            self.end(1)
        elif answer.result == scrim.Attempt.WAIT:
            self.say("wait")
        elif self.pin.verify(Path("hash").read_text()):
            attempts.succeed()
            store("attempts", bytes(attempts))
            self.say("right")
            self.end(0)
        else:
            self.say("wrong")

    def end(self, exit_code):
        self.exit_code = exit_code
        self.window.quit()

    def run(self):
        self.window.mainloop()
        self.keypad.close()
        self.pin.close()
        return self.exit_code


sys.exit(PinPad(setting=sys.argv[1:] == ["--set"]).run())
