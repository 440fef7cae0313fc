// SPDX-License-Identifier: MIT
//! A reader of JSON for tests. It panics if the document is wrong.

use std::iter::Peekable;
use std::str::Chars;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    /// The number as it is written, because f64 cannot represent every u64.
    Number(String),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn parse(text: &str) -> Json {
        let mut rest = text.chars().peekable();
        let value = value(&mut rest);
        blank(&mut rest);
        assert_eq!(rest.next(), None, "text after the document");
        value
    }

    /// Returns a member of an object, or `None`.
    pub fn find(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Returns a member of an object.
    pub fn get(&self, key: &str) -> &Json {
        self.find(key).unwrap_or_else(|| panic!("no member {key} in {self:?}"))
    }

    pub fn list(&self) -> &[Json] {
        match self {
            Json::Array(items) => items,
            other => panic!("not an array: {other:?}"),
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Json::String(text) => text,
            other => panic!("not a string: {other:?}"),
        }
    }

    pub fn u64(&self) -> u64 {
        self.number().parse().unwrap()
    }

    pub fn i64(&self) -> i64 {
        self.number().parse().unwrap()
    }

    pub fn f64(&self) -> f64 {
        self.number().parse().unwrap()
    }

    pub fn bool(&self) -> bool {
        *self == Json::Bool(true)
    }

    fn number(&self) -> &str {
        match self {
            Json::Number(number) => number,
            other => panic!("not a number: {other:?}"),
        }
    }
}

fn blank(rest: &mut Peekable<Chars<'_>>) {
    while rest.next_if(|character| character.is_ascii_whitespace()).is_some() {}
}

fn expect(rest: &mut Peekable<Chars<'_>>, text: &str) {
    text.chars()
        .for_each(|character| assert_eq!(rest.next(), Some(character)));
}

fn value(rest: &mut Peekable<Chars<'_>>) -> Json {
    blank(rest);
    match *rest.peek().expect("a value") {
        '{' => Json::Object(sequence(rest, '}', |rest| {
            blank(rest);
            let key = string(rest);
            blank(rest);
            expect(rest, ":");
            (key, value(rest))
        })),
        '[' => Json::Array(sequence(rest, ']', value)),
        '"' => Json::String(string(rest)),
        'n' => (expect(rest, "null"), Json::Null).1,
        't' => (expect(rest, "true"), Json::Bool(true)).1,
        'f' => (expect(rest, "false"), Json::Bool(false)).1,
        _ => {
            let mut number = String::new();
            while let Some(character) = rest.next_if(|c| c.is_ascii_digit() || "+-.eE".contains(*c)) {
                number.push(character);
            }
            assert!(!number.is_empty(), "not a value");
            Json::Number(number)
        }
    }
}

fn sequence<T>(rest: &mut Peekable<Chars<'_>>, end: char, item: impl Fn(&mut Peekable<Chars<'_>>) -> T) -> Vec<T> {
    rest.next();
    let mut items = Vec::new();
    blank(rest);
    if rest.next_if_eq(&end).is_some() {
        return items;
    }
    loop {
        items.push(item(rest));
        blank(rest);
        match rest.next() {
            Some(',') => {}
            Some(character) if character == end => return items,
            other => panic!("expected , or {end} (got {other:?})"),
        }
    }
}

fn string(rest: &mut Peekable<Chars<'_>>) -> String {
    expect(rest, "\"");
    let mut text = String::new();
    loop {
        match rest.next().expect("the end of a string") {
            '"' => return text,
            '\\' => text.push(match rest.next().expect("an escape") {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{C}',
                'u' => escaped(rest),
                other => other,
            }),
            character => text.push(character),
        }
    }
}

fn escaped(rest: &mut Peekable<Chars<'_>>) -> char {
    let mut unit = || {
        (0..4).fold(0, |sum, _| {
            sum * 16 + rest.next().and_then(|c| c.to_digit(16)).expect("a digit")
        })
    };
    let first = unit();
    if !(0xD800..0xDC00).contains(&first) {
        return char::from_u32(first).expect("a character");
    }
    expect(rest, "\\u");
    let mut unit = || {
        (0..4).fold(0, |sum, _| {
            sum * 16 + rest.next().and_then(|c| c.to_digit(16)).expect("a digit")
        })
    };
    char::from_u32(0x10000 + (first - 0xD800) * 0x400 + (unit() - 0xDC00)).expect("a character")
}
