// SPDX-License-Identifier: MIT
//! Makes the calls of Tests/vectors through the safe types.

mod support;

use scrim::*;
use support::json::Json;

/// What the calls of a vector have created. It is dropped from the top.
#[derive(Default)]
struct Objects {
    collector: Option<Collector>,
    gestures: Option<Gestures>,
    scene: Option<Scene>,
    keypad: Option<Keypad>,
    text: Option<Text>,
    window: Id,
    views: Vec<Id>,
    recognizers: Vec<Id>,
    /// The events of the last call that returned events.
    events: Vec<GestureEvent>,
}

/// The inputs of a call.
struct Inputs<'a>(&'a [Json]);

impl<'a> Inputs<'a> {
    fn real(&self, index: usize) -> f64 {
        self.0[index].f64()
    }

    fn whole(&self, index: usize) -> u64 {
        self.real(index) as u64
    }

    fn word(&self, index: usize) -> u32 {
        self.real(index) as u32
    }

    fn flag(&self, index: usize) -> bool {
        self.word(index) != 0
    }

    fn text(&self, index: usize) -> &'a str {
        self.0[index].text()
    }

    fn rect(&self, index: usize) -> Rect {
        Rect::new(
            self.real(index),
            self.real(index + 1),
            self.real(index + 2),
            self.real(index + 3),
        )
    }
}

/// The results of a call.
#[derive(Default)]
struct Outputs(Vec<Json>);

impl Outputs {
    fn number(&mut self, number: f64) {
        self.0.push(Json::Number((number + 0.0).to_string()));
    }

    /// A length, as thousandths.
    fn real(&mut self, number: f64) {
        self.number((number * 1000.0 + 0.5).floor());
    }

    fn text(&mut self, text: &str) {
        self.0.push(Json::String(text.to_string()));
    }
}

fn same(left: &Json, right: &Json) -> bool {
    match (left, right) {
        (Json::Number(_), Json::Number(_)) => left.f64() == right.f64(),
        _ => left == right,
    }
}

fn text_call(objects: &mut Objects, name: &str, call: &Inputs<'_>, out: &mut Outputs) -> Result<()> {
    if name == "create_text" {
        let options = TextOptions::default()
            .capacity(call.word(0))
            .max_clusters(call.word(1))
            .allowed(AllowedCharacters::try_from(call.word(2))?)
            .mask(Mask::try_from(call.word(3))?)
            .mask_count(call.word(4))
            .mask_character(char::from_u32(call.word(5)).ok_or(Error::InvalidArgument)?)
            .hide_length(call.flag(6))
            .visible(call.flag(7));
        objects.text = Some(Text::new(&options)?);
        return Ok(());
    }
    let text = objects.text.as_ref().expect("a text");
    match name {
        "insert" => text.insert(call.text(0))?,
        "set" => text.set(call.text(0))?,
        "replace" => text.replace(call.whole(0) as usize, call.whole(1) as usize, call.text(2))?,
        "delete_backward" => text.delete_backward()?,
        "delete_forward" => text.delete_forward()?,
        "delete_to_start" => text.delete_to_start()?,
        "delete_to_end" => text.delete_to_end()?,
        "move" => text.move_caret(Motion::try_from(call.word(0))?, call.flag(1))?,
        "select" => text.select(call.whole(0) as usize, call.whole(1) as usize)?,
        "clear" => text.clear()?,
        "wipe" => text.wipe()?,
        "count" => out.number(text.count()? as f64),
        "selection" => {
            let (anchor, caret) = text.selection()?;
            out.number(anchor as f64);
            out.number(caret as f64);
        }
        "masked" => out.text(&text.masked()?),
        "equals" => out.number(f64::from(u8::from(text.equals_bytes(call.text(0).as_bytes())?))),
        other => panic!("no call {other}"),
    }
    Ok(())
}

fn keypad_call(objects: &mut Objects, name: &str, call: &Inputs<'_>, out: &mut Outputs) -> Result<()> {
    if name == "create_keypad" {
        let options = KeypadOptions::new(Layout::try_from(call.word(0))?, call.rect(1))
            .spacing(call.real(5), call.real(6))
            .blank_keys_per_row(call.word(7))
            .shuffle(Shuffle::try_from(call.word(8))?)
            .allow_unshuffled(call.flag(9));
        objects.keypad = Some(Keypad::new(&options)?);
        return Ok(());
    }
    let keypad = objects.keypad.as_ref().expect("a keypad");
    match name {
        "show" => keypad.show()?,
        "keys" => {
            for key in keypad.keys(KeyOrder::Rows)? {
                [key.rect.x, key.rect.y, key.rect.width, key.rect.height]
                    .iter()
                    .for_each(|&number| out.real(number));
            }
        }
        other => panic!("no call {other}"),
    }
    Ok(())
}

fn redact_call(name: &str, call: &Inputs<'_>, out: &mut Outputs) -> Result<()> {
    let format = Format::ALL
        .iter()
        .find(|format| format.fourcc() == call.word(0))
        .expect("a format");
    let (width, height, row) = (call.word(1), call.word(2), (call.word(1) * call.word(4)) as usize);
    let mut state = call.word(3);
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut pixels: Vec<u8> = (0..row * height as usize).map(|_| noise()).collect();
    let style = Style::from_raw(sys::scrim_style {
        kind: call.word(5),
        color: call.word(6),
        flags: call.word(7),
        reserved: 0,
        amount: call.real(8),
        saturation: call.real(9),
        seed: call.whole(10),
    });
    let mut frame = FrameMut::packed(*format, width, height, row, &mut pixels)?;
    let result = if name == "redact_rects" {
        let rects: Vec<Rect> = (11..call.0.len()).step_by(4).map(|index| call.rect(index)).collect();
        redact_rects(&mut frame, &rects, &style)
    } else {
        let region = |index| {
            let (rect, id) = (call.rect(index + 1), call.whole(index + 6));
            let region = match call.word(index) {
                sys::SCRIM_SHAPE_RECT => Region::rect(rect),
                sys::SCRIM_SHAPE_ROUNDED_RECT => Region::rounded_rect(rect, call.real(index + 5)),
                sys::SCRIM_SHAPE_ELLIPSE => Region::ellipse(rect),
                other => panic!("no shape {other}"),
            };
            region.id(id)
        };
        let regions: Vec<Region> = (15..call.0.len()).step_by(7).map(region).collect();
        let options = RedactOptions::default()
            .styles(std::slice::from_ref(&style))
            .sampling_gap(call.word(11))
            .dilation(call.word(12))
            .size_multiple(call.word(13))
            .codec_block(call.word(14));
        redact(&mut frame, &regions, &options).map(|report| report.outcome)
    };
    let outcome = result
        .as_ref()
        .map_or_else(|error| error.report.outcome, |outcome| *outcome);
    out.number(match outcome {
        Outcome::Ok => 1.0,
        Outcome::Covered => 2.0,
        Outcome::Discard => 3.0,
    });
    let fnv = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
    out.text(&format!("{:016x}", pixels.iter().fold(0xCBF2_9CE4_8422_2325, fnv)));
    result.map(drop).map_err(Error::from)
}

fn gesture_call(objects: &mut Objects, name: &str, call: &Inputs<'_>, out: &mut Outputs) -> Result<()> {
    if name == "scene" {
        let scene = Scene::new(1)?;
        objects.window = scene.add_window(&Window::new(call.rect(0)).screen(call.text(4)))?;
        let gestures = Gestures::new(&scene, None)?;
        objects.collector = Some(Collector::new(&gestures, Some(call.word(5)))?);
        (objects.scene, objects.gestures) = (Some(scene), Some(gestures));
        return Ok(());
    }
    let scene = objects.scene.as_ref().expect("a scene");
    let (gestures, collector) = (objects.gestures.as_ref().unwrap(), objects.collector.as_ref().unwrap());
    let recognizer = |index| objects.recognizers[call.whole(index) as usize - 1];
    let result = match name {
        "view" => {
            let secure = if call.flag(4) { sys::SCRIM_VIEW_SECURE } else { 0 };
            let view = View::new(call.rect(0)).flags(sys::SCRIM_VIEW_INTERACTIVE | secure);
            let view = view.classes(&[call.text(5)]).content(call.text(6));
            objects.views.push(scene.add_view(objects.window, &view)?);
            return Ok(());
        }
        "recognizer" => {
            let (kind, profile) = (GestureKind::try_from(call.word(0))?, Profile::try_from(call.word(1))?);
            let view = call.whole(3) as usize;
            let view = if view == 0 {
                objects.window
            } else {
                objects.views[view - 1]
            };
            let mut recognizer = Recognizer::new(kind, profile, call.real(2))?.view(view);
            if call.word(4) > 0 {
                recognizer.raw.taps = call.word(4);
            }
            objects.recognizers.push(gestures.add(&recognizer)?);
            return Ok(());
        }
        "action" => return gestures.add_action(recognizer(0), call.whole(1), call.text(2)),
        "relate" => return gestures.relate(recognizer(0), Relation::try_from(call.word(1))?, recognizer(2)),
        "decide" => {
            for decision in collector.decide(&objects.events)? {
                out.number(f64::from(decision.result));
                out.number(f64::from(decision.reason));
            }
            return Ok(());
        }
        "collector_advance" => return collector.advance(call.whole(0)),
        "next_json" => {
            if let Some(json) = collector.next_json()? {
                out.text(&json);
            }
            return Ok(());
        }
        "touch" => {
            let mut touch = Touch::finger(
                call.whole(0),
                call.whole(1),
                TouchPhase::Began,
                call.real(3),
                call.real(4),
            );
            touch.phase = call.word(2);
            gestures.feed(&[touch])
        }
        "advance" => gestures.advance(call.whole(0)),
        "cancel" => gestures.cancel(call.whole(0)),
        other => panic!("no call {other}"),
    };
    let status = result.as_ref().map(drop).map_err(|error| *error);
    objects.events = result.unwrap_or_default();
    for event in &objects.events {
        let is_it = |id: &Id| *id == event.recognizer;
        out.number(event.time_ns as f64);
        out.number(objects.recognizers.iter().position(is_it).expect("a recognizer") as f64 + 1.0);
        [event.kind, event.state, event.taps, event.fingers, event.direction]
            .iter()
            .for_each(|&word| out.number(f64::from(word)));
        [event.x, event.y, event.translation_x, event.translation_y]
            .iter()
            .for_each(|&number| out.real(number));
        [event.velocity_x, event.velocity_y, event.scale, event.rotation]
            .iter()
            .for_each(|&number| out.real(number));
    }
    status
}

#[test]
fn vectors() {
    let given = std::env::var_os("SCRIM_VECTORS").map(std::path::PathBuf::from);
    let file = given.map(|folder| folder.join("text.json"));
    let folder = match file.or_else(|| support::repository("Tests/vectors/text.json")) {
        Some(file) => file.parent().unwrap().to_path_buf(),
        None => return,
    };
    let mut checked = 0;
    for file in ["text", "keypad", "redaction", "gestures", "collector"] {
        let text = std::fs::read_to_string(folder.join(format!("{file}.json"))).unwrap();
        for vector in Json::parse(&text).list() {
            let mut objects = Objects::default();
            for (index, call) in vector.get("calls").list().iter().enumerate() {
                let (name, inputs) = (call.get("call").text(), Inputs(call.get("in").list()));
                let mut out = Outputs::default();
                let result = match file {
                    "text" => text_call(&mut objects, name, &inputs, &mut out),
                    "keypad" => keypad_call(&mut objects, name, &inputs, &mut out),
                    "redaction" => redact_call(name, &inputs, &mut out),
                    _ => gesture_call(&mut objects, name, &inputs, &mut out),
                };
                let place = format!("{file}: {}: call {index}, {name}", vector.get("name").text());
                let status = result.map_or_else(|error| error.status(), |_| sys::SCRIM_OK);
                assert_eq!(i64::from(status), call.get("status").i64(), "{place}");
                let expected = call.get("out").list();
                let is_same = out.0.len() == expected.len() && out.0.iter().zip(expected).all(|(a, b)| same(a, b));
                assert!(is_same, "{place} returned {:?} and not {expected:?}", out.0);
            }
            checked += 1;
        }
    }
    println!("{checked} vectors checked");
}
