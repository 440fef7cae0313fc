# SPDX-License-Identifier: MIT
"""A desktop of its own to test scrim-watch in: a screen, a bus, applications of four toolkits, and recorders that look at every frame.

desktop.py starts the screen and all that runs there. applications.py drives the programs of apps/ and the pages of pages.py. x.py moves
windows, the pointer and its wheel. recording.py records what scrim-watch publishes, and looks for secrets in frames. story.py is what
happens on the desktop. colors.py gives each secret and each window a separate color.
"""
