use proptest::prelude::*;
use serde_json::json;

use super::*;

/// The one value of a text.
fn read(text: &str) -> Value {
    let mut reading = Reading::of(text);
    assert!(reading.is_whole() && reading.values.len() == 1, "{text}: {:?}, {:?}", reading.values, reading.faults);
    reading.values.remove(0).1
}

fn unreadable(text: &str, words: &str) {
    let fault = Reading::of(text).last_with("steps").expect_err(text);
    assert!(fault.contains(words), "{text}: {fault}");
}

#[test]
fn quotes_and_commas_that_are_missing_are_seen() {
    let meant = json!({ "call": { "tool": "mine", "params": { "target": "log", "count": 3 } }, "reason": "wood" });
    for text in [
        r#"{"call":{"tool":"mine","params":{"target":"log,"count":3}},"reason":"wood"}"#,
        r#"{"call":{"tool":"mine","params":{"target":log","count":3}},"reason":"wood"}"#,
        r#"{"call":{"tool":"mine","params":{"target":"log","count:3}},"reason":"wood"}"#,
        r#"{"call":{"tool":"mine","params":{"target":"log",count":3}},"reason":"wood"}"#,
        r#"{"call":{"tool":"mine","params":{"target:"log","count":3}},"reason":"wood"}"#,
        r#"{"call":{"tool":"mine" "params":{"target":"log" "count":3}} "reason":"wood"}"#,
        r#"{"call":{"tool":"mine","params":{"target":"log","count":3},},,"reason":"wood",}"#,
        r#"{'call':{'tool':'mine','params':{'target':'log','count':3}},'reason':'wood'}"#,
        "{call: {tool: mine, params: {target: log, count: 3}}, reason: wood}",
        r#"{"call":{"tool":"mine","params":{"target":"log","count":3}},"reason":"wood}"#,
        r#"{"call":{"tool":"mine","params":{"target":"log","count":+3}},"reason":"wood""#,
        r#"{"\u0063all":{"tool":"mine","params":{"target":"log","count":3}},"reason":"wood"}"#,
    ] {
        assert_eq!(read(text), meant, "{text}");
    }
}

#[test]
fn words_of_python_and_quotes_within_a_text_are_understood() {
    let text =
        r#"{"a": True, "b": None, "c": 'it's near', "d": "the "best" way", "e": [False, 5., -.5], "f": "x\_y\u00e9"}"#;
    let meant = json!({ "a": true, "b": null, "c": "it's near", "d": "the \"best\" way", "e": [false, 5.0, -0.5], "f": "x_yé" });
    assert_eq!(read(text), meant);
    assert_eq!(read(r#"{"a": "\ud83d\ude00 \ud83d"}"#), json!({ "a": "\u{1f600} \u{fffd}" }));
}

#[test]
fn what_is_around_and_between_is_left() {
    let reading =
        Reading::of("First {a} and [1], then:\n```json\n{\"steps\": []}\n```\nor {\"plan\": {\"steps\": [1]}} it is");
    assert_eq!(reading.last_with("steps").map(|object| object["steps"].clone()), Ok(json!([1])));
    assert!(!reading.is_whole());
    assert_eq!(read("[\"mine 3 log\", {\"tool\": \"mine\"}]"), json!(["mine 3 log", { "tool": "mine" }]));
}

#[test]
fn what_may_be_lost_is_not_made_up() {
    unreadable(r#"{"steps": [{"a": 1}, {"b": 2}"#, "breaks off");
    unreadable(r#"{"steps": [{"a": 1}, {"b": "so and s"#, "breaks off");
    unreadable(r#"{"steps": [{"a": 1}"#, "breaks off");
    unreadable(r#"{"steps": [{"a": 1}}, {"b": 2}]}"#, "where \"}, {\\\"b\\\": 2}]}\" follows");
    unreadable(r#"{"steps": [1]} or rather {"steps": [1, 2"#, "breaks off");
    unreadable(r#"{"steps": [1]} or rather {"steps": [1, {2: }]}"#, "cannot be read after");
    let whole = Reading::of(r#"{"steps": [1]} and {so on"#);
    assert!(whole.last_with("steps").is_ok(), "prose is no plan");
    for end in ["]", "]}", "}}", "}", "]\n```"] {
        let text = format!(r#"{{"steps": [{{"a": {{"b": "c"}}{end}"#);
        let reading = Reading::of(&text);
        let whole = reading.last_with("steps").map(|object| object["steps"].clone());
        if end == "}" {
            assert!(whole.is_err(), "there may be more steps");
        } else {
            assert_eq!(whole, Ok(json!([{ "a": { "b": "c" } }])), "{text}");
        }
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f32>().prop_map(|float| Value::from(f64::from(float))),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// What a hostile or a broken answer may be made of.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        ":",
        ",",
        "\\",
        "\\u12",
        "\\ud83d",
        "`",
        "\n",
        "  ",
        "{\"a\":",
        "[{",
        "\"steps\"",
        "steps\":",
        "true",
        "None",
        "1e999",
        "-",
        "mine",
        "é",
        "\u{feff}",
        "\u{1f600}",
        "x\"y\": ",
        "}}",
        "\",",
    ]);
    prop::collection::vec(piece, 0..400).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn what_is_json_is_read_as_json(value in any_json()) {
        let object = json!({ "value": value });
        for text in [object.to_string(), format!("{object:#}")] {
            // The last digits of a fraction are serde_json's own.
            let as_json: Value = serde_json::from_str(&text).expect("JSON");
            prop_assert_eq!(read(&text), as_json);
        }
    }

    #[test]
    fn whatever_it_is_reading_ends_after_its_length(text in pieces(), times in 1usize..8) {
        let text = text.repeat(times);
        let reading = Reading::of(&text);
        prop_assert!(reading.looked <= LOOKS * text.len() + LOOKS, "{} for {}", reading.looked, text.len());
        _ = reading.last_with("steps");
    }
}

/// How often a byte is looked at, at the most: a quote in a text has a field's name looked for behind it.
const LOOKS: usize = MAX_KEY + 8;

#[test]
fn the_worst_answers_are_looked_at_by_their_length() {
    const MANY: usize = 3_000;
    let pieces = [
        "{",
        "[",
        "\"",
        "[{",
        "{\"a\":",
        "{\"a\": \"",
        "\" ",
        "\"a, ",
        "\\",
        "}",
        "[}",
        "x\"y\": ",
        "{\"a:",
        "{a'",
        "[ ",
        "{\"a",
        "{\"steps\":[]}{",
        "a:\"x,",
        "{a:\"x,",
        "{a:'x,",
        "'x, \"y ",
    ];
    for piece in pieces {
        for before in ["", "{", "{\"a\": \"", "{\"a\": [", "{\""] {
            for after in ["", "\\", "\"b\":1", "'b':1}", "\"", "}]}"] {
                let text = format!("{before}{}{after}", piece.repeat(MANY));
                let reading = Reading::of(&text);
                let looked = reading.looked;
                assert!(looked <= LOOKS * text.len(), "{before}{piece}{after}: {looked} for {}", text.len());
                _ = reading.last_with("steps");
            }
        }
    }
}
