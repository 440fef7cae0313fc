# SPDX-License-Identifier: MIT
"""Keypads: shuffled keys on the screen that type into a Text."""

from __future__ import annotations

import ctypes as c
import enum
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from . import _abi as s
from ._convert import integer, member, member_or_word, real, rect, string, uint32, uint64, words
from ._explain import of_rect
from ._ffi import lib
from ._geometry import Rect, Touch, touch_sample
from ._handle import Handle, handle_of
from ._relay import raise_kept
from .errors import (
    CorruptedError,
    InvalidArgumentError,
    InvalidStateError,
    LimitError,
    UnsupportedError,
    _check,
)
from .text import Text

#: The largest number of keys of a page.
MAX_KEYS = 128
#: A time that never comes.
NEVER = 2**64 - 1
_MAX_PAGES = 8
_MAX_CELLS = 64
_MAX_BLANKS = 4
_LONGEST_LABEL = 31
_LONGEST_NAME = 63
_ANY_PAGE = 2**32 - 1
_MAX_COORDINATE = 2**30
_ADVICE = "Use Shuffle.AUTO or Shuffle.ALL, or Shuffle.NONE if keys must keep their order"


class Layout(enum.IntEnum):
    """The built-in layouts."""

    #: Digits in 3 columns and 4 rows: 1 2 3, 4 5 6, 7 8 9, delete 0 done.
    PIN = 0
    #: As PIN, with a decimal point, and with a wide done key in a fifth row.
    PIN_DECIMAL = 1
    #: Four columns: digits, a decimal point and a dismiss key on the left, tall delete and done keys on the right.
    PAYMENT = 2
    #: The digits and A … F, then clear, delete and done.
    HEXADECIMAL = 3
    #: A keyboard with pages of lower-case letters, capital letters, and digits and symbols.
    QWERTY = 4
    #: As QWERTY, with the letters in the German order.
    QWERTZ = 5
    #: As QWERTY, with the letters in the French order.
    AZERTY = 6


class Shuffle(enum.IntEnum):
    """Which keys are shuffled. Each page is shuffled independently. Function keys and fixed keys never are.

    A keypad is not created if this would leave a page unshuffled, for example with DIGITS on a keyboard.
    """

    #: What suits each page: digits and blank keys on a pad, all inserting keys and blank keys on other pages. On a pad, at least
    #: two keys insert a digit, and at most two insert something else. Layout.PAYMENT shuffles "." too.
    AUTO = 0
    #: No keys.
    NONE = 1
    #: All inserting keys and blank keys. Each row is shuffled independently.
    ROWS = 2
    #: All inserting keys and blank keys of a page.
    ALL = 3
    #: Keys that insert a decimal digit of any script, and blank keys.
    DIGITS = 4


class Reshuffle(enum.IntEnum):
    """When keys are shuffled."""

    #: At each show().
    ON_SHOW = 0
    #: At each show(), and after each press of an inserting key.
    ON_PRESS = 1
    #: At the first show(), and at each shuffle().
    MANUAL = 2


class KeyKind(enum.IntEnum):
    """What a key does."""

    #: Inserts its label into the text.
    INSERT = 1
    #: Deletes backward. Repeats while it is held down.
    DELETE = 2
    #: Ends the entry: does what Text.done() does, and then hides the keypad, or shows it again with `keep_on_done`. Without a
    #: text, it only does the latter.
    DONE = 3
    #: Empties the text.
    CLEAR = 4
    #: Leaves the field: ends editing and reveals, and then hides the keypad. Without a text, it only hides the keypad.
    DISMISS = 5
    #: Shows another page for one character.
    SHIFT = 6
    #: Shows another page.
    PAGE = 7
    #: Does nothing.
    BLANK = 8
    #: Disables shuffling for the current entry, or enables it again. Its touch is rejected without `allow_unshuffled`.
    TOGGLE_SHUFFLE = 9


class KeyOrder(enum.IntEnum):
    """Orders in which keys can be listed, for example for a screen reader."""

    #: Row by row from the top, each from the left.
    ROWS = 0
    #: Column by column from the left, each from the top.
    COLUMNS = 1
    #: As the keys would be unshuffled: 1 2 3 …. Each rectangle is where its key is now.
    UNSHUFFLED = 2


class KeySpec(NamedTuple):
    """A key of a custom layout. It covers one or more cells of the grid of its page."""

    #: The label, up to 31 bytes of UTF-8. An inserting key has exactly one grapheme cluster, which it inserts. A grapheme
    #: cluster is what a person sees as one character. A blank key has an empty label.
    label: str
    #: The leftmost column that the key covers, from 0.
    column: int
    #: The topmost row that the key covers, from 0.
    row: int
    #: What the key does.
    kind: KeyKind = KeyKind.INSERT
    #: Width in cells. A grid has at most 64 columns.
    columns: int = 1
    #: Height in cells. A grid has at most 64 rows.
    rows: int = 1
    #: The page of the key, 0 … 7. Page 0 is shown first.
    page: int = 0
    #: The page that a SHIFT or PAGE key shows. 0 for other keys.
    target: int = 0
    #: True if the key is never shuffled.
    fixed: bool = False
    #: What a screen reader says, up to 63 bytes of UTF-8. If it is empty, the label is spoken. A blank key has no name.
    name: str = ""

    def _struct(self) -> s.scrim_key_spec:
        cells = (uint32(getattr(self, name), name) for name in ("page", "target", "column", "row", "columns", "rows"))
        words = string(self.label, "label"), string(self.name, "name")
        return s.scrim_key_spec(member(self.kind, "kind", KeyKind), int(self.fixed), *cells, *words)

    def _problem(self, pages: int) -> str | None:
        """Explains the error of this key, if there is one."""
        if self.page >= _MAX_PAGES:
            return f"page must be from 0 to {_MAX_PAGES - 1} (got {self.page})"
        if self.kind in (KeyKind.SHIFT, KeyKind.PAGE):
            if self.target >= pages:
                return f"target must be a page of the layout, from 0 to {pages - 1} (got {self.target})"
        elif self.target:
            return f"target must be 0 unless kind is SHIFT or PAGE (got {self.target})"
        for first, count in (("column", "columns"), ("row", "rows")):
            start, cells = getattr(self, first), getattr(self, count)
            if cells < 1:
                return f"{count} must be at least 1 (got {cells})"
            if start + cells > _MAX_CELLS:
                return f"{first} and {count} must stay within {_MAX_CELLS} {count} (got {start} and {cells})"
        if problem := _text_problem(self.label, "label", _LONGEST_LABEL) or _text_problem(self.name, "name", _LONGEST_NAME):
            return problem
        if self.kind == KeyKind.BLANK and (self.label or self.name):
            what = "label" if self.label else "name"
            return f"{what} of a BLANK key must be empty (got {self.label or self.name!r})"
        if self.kind == KeyKind.INSERT and not _is_accepted(self):
            return f"label of an INSERT key must be one character (got {self.label!r})"
        return None

    def _cells(self) -> set[tuple[int, int, int]]:
        across, down = range(self.column, self.column + self.columns), range(self.row, self.row + self.rows)
        return {(self.page, column, row) for column in across for row in down}


class KeyLabel(NamedTuple):
    """A label and a spoken name for all function keys of one kind, for example in the language of the user."""

    #: The kind of the keys, but not INSERT or BLANK: their labels are what they insert.
    kind: KeyKind
    #: The label, up to 31 bytes of UTF-8. If it is empty, the keys keep theirs.
    label: str = ""
    #: What a screen reader says, up to 63 bytes of UTF-8. If it is empty, the label is spoken.
    name: str = ""
    #: For SHIFT and PAGE: only keys that show this page. None means all keys of the kind.
    target: int | None = None

    def _struct(self) -> s.scrim_key_label:
        target = _ANY_PAGE if self.target is None else integer(self.target, "target", 0, _MAX_PAGES - 1)
        words = string(self.label, "label"), string(self.name, "name")
        return s.scrim_key_label(member(self.kind, "kind", KeyKind), target, *words)

    def _problem(self) -> str | None:
        """Explains the error of this label, if there is one and no other argument is wrong."""
        if self.kind in (KeyKind.INSERT, KeyKind.BLANK):
            return f"kind must be a function key, because INSERT and BLANK keys keep their labels (got {self.kind.name})"
        if not self.label and not self.name:
            return "label or name must be given (got neither)"
        if self.target and self.kind not in (KeyKind.SHIFT, KeyKind.PAGE):
            return f"target must be None unless kind is SHIFT or PAGE (got {self.target})"
        return _text_problem(self.label, "label", _LONGEST_LABEL) or _text_problem(self.name, "name", _LONGEST_NAME)


def _text_problem(text: str, what: str, most: int) -> str | None:
    """Explains what is wrong with a label or a name, if anything is."""
    length = len(text.encode("utf-8", "surrogatepass"))
    if length > most:
        return f"{what} must have at most {most} bytes of UTF-8 (got {length})"
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in text):
        return f"{what} must not have control characters or lone surrogates (got {text!r})"
    return None


def _is_accepted(key: KeySpec) -> bool:
    """Asks the library whether an inserting key may have this label: it knows what a grapheme cluster is."""
    specs = (s.scrim_key_spec * 1)(KeySpec(key.label, 0, 0)._struct())
    options = s.scrim_keypad_options()
    _check(lib.scrim_keypad_options_init(options, c.sizeof(options)))
    options.keys, options.key_count = specs, 1
    return _is_created(options)


def _is_created(options: s.scrim_keypad_options) -> bool:
    out = c.c_void_p()
    status = lib.scrim_keypad_create(options, out)
    lib.scrim_keypad_destroy(out.value)
    return bool(status != InvalidArgumentError.status)


def _layout_problem(keys: Sequence[KeySpec]) -> str | None:
    """Explains the error of a custom layout, if there is one."""
    pages = max((key.page for key in keys), default=0) + 1
    taken: dict[tuple[int, int, int], int] = {}
    for number, key in enumerate(keys):
        if problem := key._problem(pages):
            return f"key {number}: {problem}"
        for cell in key._cells():
            if cell in taken:
                return f"key {number} overlaps key {taken[cell]}: both cover column {cell[1]}, row {cell[2]} of page {cell[0]}"
            taken[cell] = number
    empty = set(range(pages)) - {key.page for key in keys} if keys else set()
    return f"page {min(empty)} must have a key, because page {pages - 1} has one" if empty else None


def _shuffle_problem(options: s.scrim_keypad_options, keys: Sequence[KeySpec]) -> str | None:
    """Explains why `shuffle` leaves a page unshuffled, if it does."""
    scope, blanks = Shuffle(options.shuffle), bool(options.blank_keys_per_row)
    if not keys:  # of the built-in layouts, only keyboards have pages without digits, and each page has rows of several keys
        if scope == Shuffle.DIGITS and options.layout >= Layout.QWERTY:
            return f"shuffle=Shuffle.DIGITS would leave page 0 of Layout.{Layout(options.layout).name} unshuffled: it has no digits. {_ADVICE}"
        return None
    if scope not in (Shuffle.DIGITS, Shuffle.ROWS):  # AUTO and ALL exchange whatever can be exchanged
        return None
    for page in range(max(key.page for key in keys) + 1):
        free = [key for key in keys if key.page == page and not key.fixed and key.kind in (KeyKind.INSERT, KeyKind.BLANK)]
        inserting = [key for key in free if key.kind == KeyKind.INSERT]
        moving = [key for key in free if scope == Shuffle.ROWS or key.kind == KeyKind.BLANK or key.label.isdecimal()]
        groups: dict[int, list[KeySpec]] = {}
        for key in moving:
            groups.setdefault(key.row if scope == Shuffle.ROWS else 0, []).append(key)
        mixed = [group for group in groups.values() if any(key.kind == KeyKind.INSERT for key in group)]
        if len(inserting) >= 2 and not any(len(group) + blanks >= 2 for group in mixed):
            what = f"of its {len(inserting)} inserting keys that are not fixed, "
            what += "no two are in one row" if scope == Shuffle.ROWS else "fewer than two insert a digit"
            return f"shuffle=Shuffle.{scope.name} would leave page {page} of layout unshuffled: {what}. {_ADVICE}"
    return None


class Key(NamedTuple):
    """A key to draw."""

    #: The area of the key, in the coordinates of the keypad's `bounds`.
    rect: Rect
    #: What the key does.
    kind: KeyKind
    #: The label, for example "7", "⌫" or "✓".
    label: str
    #: What a screen reader says, for example "delete". If it is empty, say the label.
    name: str
    #: The page that a SHIFT or PAGE key shows. 0 for other keys.
    target: int


class KeypadResult(enum.IntEnum):
    """What a touch did. It is the same for all inserting keys."""

    #: The text did not change. This includes keys that show another page or toggle shuffling.
    NONE = 0
    #: A key inserted a character.
    INSERTED = 1
    #: A delete key was pressed, or repeated.
    DELETED = 2
    #: A done key was pressed. Editing has ended. The keypad is hidden. With `keep_on_done`, it is shown again, as by show().
    DONE = 3
    #: The touch was rejected, or the text refused the key, for example because it is full, or because no text is attached. A
    #: touch that is rejected at once returns this for BEGAN, and NONE for ENDED. If it is rejected while the finger is down, for
    #: example because the keys change, ENDED returns this.
    REJECTED = 4
    #: A clear key was pressed. The text is empty.
    CLEARED = 5
    #: A dismiss key was pressed. Editing and reveals have ended, and the keypad is hidden.
    DISMISSED = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class KeypadCallbacks:
    """The callbacks of a keypad, so that a program can make room for it. Each may be None.

    Each receives the area of the keypad. They are called whenever the keypad changes from hidden to shown or back, also by a
    done or dismiss key and by an error. Nothing is called if a keypad that is shown is shown again or shuffled, or if the
    keypad is closed.

    A callback cannot refuse. If it raises an exception, the method that caused the callback raises it too. A callback can
    read the keypad, and wipe the text. Other changes raise BusyError. If the text is also attached to a scene, this includes
    changes of the scene: note the change, and update the scene when the method that caused the callback has returned.
    """

    #: Before the keypad shows. It is hidden and has no keys.
    will_show: Callable[[Rect], object] | None = None
    #: After the keypad has shown. keys() lists its keys.
    did_show: Callable[[Rect], object] | None = None
    #: Before the keypad hides. It still has its keys, except after an error.
    will_hide: Callable[[Rect], object] | None = None
    #: After the keypad was hidden, or could not be shown. It has no keys.
    did_hide: Callable[[Rect], object] | None = None


def _adapted(_: str, function: Callable[..., object]) -> Callable[..., object]:
    def call(bounds: Any) -> None:
        area = bounds.contents
        function(Rect(area.x, area.y, area.width, area.height))

    return call


class Keypad(Handle):
    """A shuffled on-screen keypad. It is hidden until show() shuffles and shows it.

    The program draws keys() and passes touches to touch(). A press goes straight into the attached Text. No result says which
    of the inserting keys was pressed.
    """

    def __init__(
        self,
        bounds: Iterable[float] = (0, 0, 300, 400),
        *,
        layout: Layout | str | Iterable[KeySpec] = Layout.PIN,
        shuffle: Shuffle | str = Shuffle.AUTO,
        reshuffle: Reshuffle | str = Reshuffle.ON_SHOW,
        column_spacing: float = 0,
        row_spacing: float = 0,
        blank_keys_per_row: int = 0,
        allow_unshuffled: bool = False,
        keep_on_done: bool = False,
        labels: Iterable[KeyLabel] = (),
    ) -> None:
        """Creates a hidden keypad.

        `bounds` is the area of the keypad: x, y, width and height, in points. `layout` is a built-in layout, or the keys of
        a custom one. `shuffle` says which keys are shuffled; by default, those that suit each page. `column_spacing` and
        `row_spacing` are the gaps between keys in points. `layout`, `shuffle` and `reshuffle` may also be given as the words of the command line, such
        as "pin-decimal" or "on-press". `blank_keys_per_row` adds 0 … 4 blank keys to each row that has
        shuffled keys. `allow_unshuffled` allows set_shuffle_enabled(). `keep_on_done`: True if a done key shows the keypad again
        for the next entry, as show() does, instead of hiding it. `labels` replaces labels and spoken names of function keys. If
        several apply to a key, the last one counts.

        Raises InvalidArgumentError if an argument is out of range, or if `shuffle` would leave a page unshuffled. Raises
        LimitError if a page has more than 128 keys.
        """
        is_built_in = isinstance(layout, int | str)
        keys = [] if isinstance(layout, int | str) else _key_specs(layout)
        if not keys and not is_built_in:
            raise InvalidArgumentError("layout must be a Layout or at least one KeySpec (got no keys)")
        specs = [_struct(f"key {number}", key) for number, key in enumerate(keys)]
        new_labels = _key_labels(labels)
        label_structs = [_struct(f"labels[{number}]", label) for number, label in enumerate(new_labels)]
        area = rect(bounds, "bounds")
        options = s.scrim_keypad_options(
            c.sizeof(s.scrim_keypad_options),
            member_or_word(layout, "layout", Layout, " or a list of KeySpecs") if is_built_in else 0,
            member_or_word(shuffle, "shuffle", Shuffle),
            member_or_word(reshuffle, "reshuffle", Reshuffle),
            area,
            real(column_spacing, "column_spacing"),
            real(row_spacing, "row_spacing"),
            integer(blank_keys_per_row, "blank_keys_per_row", 0, _MAX_BLANKS),
            int(allow_unshuffled),
            int(keep_on_done),
            0,  # reserved
            (s.scrim_key_spec * len(specs))(*specs) if specs else None,
            len(specs),
            (s.scrim_key_label * len(label_structs))(*label_structs) if label_structs else None,
            len(label_structs),
        )
        try:
            super().__init__(lib.scrim_keypad_create, lib.scrim_keypad_destroy, options)
        except InvalidArgumentError:
            problem = _options_problem(options) or _layout_problem(keys) or _labels_problem(new_labels, options)
            raise InvalidArgumentError(problem or _shuffle_problem(options, keys) or _grid_problem(options, keys)) from None
        except LimitError:
            most = max((sum(key.page == page for key in keys) for page in range(_MAX_PAGES)), default=0)
            if len(new_labels) > MAX_KEYS * _MAX_PAGES:
                message = f"labels must have at most {MAX_KEYS * _MAX_PAGES} entries (got {len(new_labels)})"
                raise LimitError(message) from None
            if most + blank_keys_per_row <= MAX_KEYS:
                raise
            message = f"a page must have at most {MAX_KEYS} keys (got {most}, and {blank_keys_per_row} blank ones for each shuffled row)"
            raise LimitError(message) from None

    def _call(self, function: Callable[..., int], *arguments: Any) -> int:
        """Calls the library. Raises the exception of a callback of the keypad or of its text. Otherwise returns the status."""
        status = function(self._handle, *arguments)
        raise_kept()
        return status

    def set_callbacks(self, callbacks: KeypadCallbacks | None) -> None:
        """Sets the callbacks and replaces earlier ones. None removes all of them. Calls none of them."""
        if not isinstance(callbacks, KeypadCallbacks | None):
            raise TypeError(f"callbacks must be a scrim.KeypadCallbacks or None (got {type(callbacks).__name__})")
        call = lib.scrim_keypad_set_callbacks
        _check(self._callbacks.set(call, self._handle, s.scrim_keypad_callbacks, callbacks, _adapted))

    def attach(self, text: Text) -> None:
        """Attaches the text that the keys edit. It replaces the text that was attached before.

        Raises BusyError inside a callback of the keypad or of the text. Raises CorruptedError if guard bytes next to the layout
        were overwritten. The text is attached even then, and the keypad is hidden.
        """
        self._change_text(lib.scrim_keypad_attach, text, handle_of(text, Text, "text"))

    def detach(self) -> None:
        """Detaches the text, if there is one. Raises CorruptedError as attach() does, and detaches the text even then."""
        self._change_text(lib.scrim_keypad_detach, None)

    def _change_text(self, function: Callable[..., int], text: Text | None, *arguments: Any) -> None:
        # Noted before anything is raised: a damaged layout and an exception in a callback do not undo the change.
        status = function(self._handle, *arguments)
        if status in (0, CorruptedError.status):
            self._needs = text
        _check(status)

    def show(self) -> None:
        """Shuffles the keys and shows the first page. Every order is equally likely.

        A keypad that is already shown is shuffled again. Raises EntropyError if the kernel returns no random bytes. The
        keypad is then hidden.
        """
        _check(self._call(lib.scrim_keypad_show))

    def hide(self) -> None:
        """Hides the keypad and wipes the order of its keys. With Reshuffle.MANUAL, a shuffled order is kept instead.

        The text does not change: if the user leaves the field, call Text.end_editing() and Text.conceal() too.
        """
        _check(self._call(lib.scrim_keypad_hide))

    def shuffle(self) -> None:
        """Shuffles the keys of a keypad that is shown.

        Raises InvalidStateError if the keypad is hidden, and EntropyError if the kernel returns no random bytes.
        """
        _check_shown(self._call(lib.scrim_keypad_shuffle))

    def set_shuffle_enabled(self, enabled: bool) -> None:
        """Disables or enables shuffling for the current entry.

        The entry ends when the keypad is hidden or shown, which a done key does too. Shuffling is then enabled again.

        Raises UnsupportedError if the keypad was created without `allow_unshuffled`, and InvalidStateError if it is hidden.
        """
        status = self._call(lib.scrim_keypad_set_shuffle_enabled, int(enabled))
        if status == UnsupportedError.status:
            raise UnsupportedError("the keypad was created without allow_unshuffled=True")
        _check_shown(status)

    @property
    def generation(self) -> int:
        """A number that changes whenever the keys change. Draw them again then, and call presented()."""
        generation = c.c_uint64()
        _check(lib.scrim_keypad_generation(self._handle, generation))
        return generation.value

    def presented(self, time_ns: int, generation: int | None = None) -> None:
        """Reports that the keys are on the screen since `time_ns`.

        Until this call, and for 100 ms after `time_ns`, every touch is rejected: nobody can aim at keys that they have not
        seen. `generation` is the generation of the keys that were drawn, by default the present one. Earlier generations are
        ignored.

        Raises InvalidStateError if the keypad is hidden, and InvalidArgumentError if there was no such generation yet.
        """
        number = self.generation if generation is None else uint64(generation, "generation")
        status = lib.scrim_keypad_presented(self._handle, number, uint64(time_ns, "time_ns"))
        if status == InvalidArgumentError.status:
            if generation is None:
                raise InvalidStateError("the keypad was never shown: call show() first")
            raise InvalidArgumentError(f"generation must be from 1 to the present one, {self.generation} (got {number})")
        _check_shown(status)

    def keys(self, order: KeyOrder = KeyOrder.ROWS) -> list[Key]:
        """Returns the keys of the page that is shown, by default row by row. A hidden keypad has no keys."""
        keys = (s.scrim_key * MAX_KEYS)()
        count = c.c_size_t()
        _check(lib.scrim_keypad_keys(self._handle, member(order, "order", KeyOrder), keys, MAX_KEYS, count))
        return [
            Key(Rect(k.rect.x, k.rect.y, k.rect.width, k.rect.height), KeyKind(k.kind), k.label.decode(), k.name.decode(), k.target)
            for k in keys[: count.value]
        ]

    def touch(self, touch: Touch | tuple[int, int, int, float, float] | tuple[int, int, int, float, float, int]) -> KeypadResult:
        """Handles one touch sample, in the coordinates of `bounds`.

        A key is pressed when the finger is lifted on it or within 8 points of it. Draw the keys again if `generation` has
        changed afterwards. Report fingers that are lifted or cancelled even while the keypad is hidden.

        Raises InvalidStateError if the keypad is hidden, ClosedError if the attached text was closed, and EntropyError if the
        key was pressed, but shuffling after it failed. If that was a done key, the text's callback `done` has been called.
        """
        result = c.c_uint32()
        status = self._call(lib.scrim_keypad_touch, touch_sample(touch), result)
        if status == InvalidArgumentError.status:  # where a finger is stays private, so the message has no coordinates
            raise InvalidArgumentError("x and y must be finite, and at most 2^30")
        _check_shown(status)
        return KeypadResult(result.value)

    def advance(self, now_ns: int) -> KeypadResult:
        """Advances the keypad's clock, so that a delete key that is held down repeats. Returns DELETED if it did."""
        result = c.c_uint32()
        _check(self._call(lib.scrim_keypad_advance, uint64(now_ns, "now_ns"), result))
        return KeypadResult(result.value)

    @property
    def next_deadline(self) -> int | None:
        """The time at which to call advance() next, or None if nothing is due."""
        deadline = c.c_uint64()
        _check(lib.scrim_keypad_next_deadline(self._handle, deadline))
        return None if deadline.value == NEVER else deadline.value


def _check_shown(status: int) -> None:
    """Raises the error of a call that needs a keypad that is shown."""
    if status == InvalidStateError.status:
        raise InvalidStateError("the keypad is hidden: call show() first")
    _check(status)


def _key_specs(layout: Iterable[KeySpec]) -> list[KeySpec]:
    if not isinstance(layout, Iterable):
        raise TypeError(f"layout must be one of {words(Layout)}, or a list of KeySpecs (got {layout!r})")
    keys = []
    for number, key in enumerate(layout):
        try:
            keys.append(KeySpec(*key))
        except TypeError:
            raise TypeError(f"key {number}: must be a KeySpec (got {key!r})") from None
    return keys


def _key_labels(labels: Iterable[KeyLabel]) -> list[KeyLabel]:
    found = []
    for number, label in enumerate(labels):
        try:
            found.append(KeyLabel(*label))
        except TypeError:
            raise TypeError(f"labels[{number}] must be a KeyLabel (got {label!r})") from None
    return found


def _struct(where: str, item: KeySpec | KeyLabel) -> Any:
    try:
        return item._struct()
    except InvalidArgumentError as error:
        raise InvalidArgumentError(f"{where}: {error}") from None


def _labels_problem(labels: Sequence[KeyLabel], options: s.scrim_keypad_options) -> str | None:
    """Explains the error of the labels, if there is one. The library knows which labels apply to no key."""
    for number, label in enumerate(labels):
        if problem := label._problem():
            return f"labels[{number}]: {problem}"
    given = options.labels, options.label_count
    options.shuffle, keep = Shuffle.NONE, options.shuffle
    try:
        for number, label in enumerate(labels):
            options.labels, options.label_count = (s.scrim_key_label * 1)(label._struct()), 1
            if not _is_created(options):
                options.label_count = 0
                if not _is_created(options):
                    return None  # something else is wrong
                page = "" if label.target is None else f" that shows page {label.target}"
                return f"labels[{number}]: the layout has no {label.kind.name} key{page}"
    finally:
        options.shuffle, (options.labels, options.label_count) = keep, given
    return None


def _options_problem(options: s.scrim_keypad_options) -> str | None:
    """Explains the error of the sizes of a keypad, if there is one."""
    for problem in of_rect(options.bounds, "bounds: "):
        return problem
    for name in ("width", "height"):
        if getattr(options.bounds, name) == 0:
            return f"bounds: {name} must be larger than 0 (got 0)"
    for name, value in (("column_spacing", options.column_spacing), ("row_spacing", options.row_spacing)):
        if not 0 <= value <= _MAX_COORDINATE:
            return f"{name} must be from 0 to 2^30 (got {value:g})"
    return None


def _grid_problem(options: s.scrim_keypad_options, keys: Sequence[KeySpec]) -> str:
    """Explains why the keys do not fit, if each option and each key alone is right."""
    columns = max((key.column + key.columns for key in keys), default=0)
    if columns + options.blank_keys_per_row > _MAX_CELLS:
        return f"blank_keys_per_row must keep the grid within {_MAX_CELLS} columns (got {options.blank_keys_per_row})"
    gaps = f"{options.column_spacing:g} and {options.row_spacing:g}"
    return f"column_spacing and row_spacing must leave room for every key inside bounds (got {gaps})"
