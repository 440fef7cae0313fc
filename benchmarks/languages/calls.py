# SPDX-License-Identifier: MIT
"""As calls.c. Also prints the processor time of the calls in seconds."""

import sys
import time

import numpy
import scrim


def insert(count):
    text = scrim.Text()
    for _ in range(count):
        text.insert("7")
        text.delete_backward()


def touch(count):
    text = scrim.Text()
    keypad = scrim.Keypad()
    keypad.attach(text)
    keypad.show()
    keypad.presented(0)
    for i in range(1, count + 1):
        keypad.touch((i * 10**9, 1, scrim.Phase.BEGAN, 50, 350))
        keypad.touch((i * 10**9 + 5 * 10**7, 1, scrim.Phase.ENDED, 50, 350))


def redact(count):
    frame = numpy.zeros((256, 256, 4), numpy.uint8)
    for _ in range(count):
        assert scrim.redact_in_place(frame, [(64, 64, 64, 64)]).pixels == 64 * 64


if __name__ == "__main__":
    begin = time.process_time()
    {"insert": insert, "touch": touch, "redact": redact}[sys.argv[1]](int(sys.argv[2]))
    print(time.process_time() - begin)
