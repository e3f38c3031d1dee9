//! The client against a stub of each provider, well and badly: every fault has its name and a bounded end, and the key
//! goes to the provider's header and nowhere else.

use std::{net::TcpListener, sync::Arc, time::Duration};

use blockwright::mind::model::{
    CallError, CallFault, Client, Limits, ModelConfig, Prompt, Provider, Reply, Role, Turn,
};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::llm_stub::{Request, Response, Stub, reply, usage};

const KEY: &str = "test.key/of+nobody-0123456789";
const ANSWER: &str = r#"{"why":"it is near","steps":[]}"#;
/// What stands before a schema that a model is told.
const IN_WORDS: &str = "\n\nAnswer with one JSON object and nothing else. It fits this schema: ";
/// The limit of a call: that it has passed is for the test to say.
const LIMIT: Duration = Duration::from_secs(600);

fn limits() -> Limits {
    Limits { timeout: LIMIT, ..Limits::default() }
}

/// A model, and a client for it that tries again at once and whose time never ends.
#[derive(Debug)]
struct Line(Client, ModelConfig);

impl Line {
    async fn call(&self, prompt: &Prompt) -> (Result<Reply, CallError>, u32) {
        self.0.call(prompt, &self.1).await
    }
}

fn client(provider: Provider, base_url: String) -> Line {
    client_until(provider, base_url, Arc::default())
}

/// The same, until the test says that its time is over.
fn client_until(provider: Provider, base_url: String, over: Arc<Notify>) -> Line {
    let client = Client::with_keys(&limits(), |_| Some(KEY.to_owned())).expect("a client");
    let client = client.with_sleep(move |time| {
        let over = (time == LIMIT).then(|| over.clone().notified_owned());
        async {
            if let Some(over) = over {
                over.await;
            }
        }
    });
    Line(client, ModelConfig { base_url: Some(base_url), ..ModelConfig::of(provider) })
}

fn prompt() -> Prompt {
    let schema = json!({
        "type": "object", "required": ["why"], "additionalProperties": false,
        "properties": {"why": {"type": "string", "description": "the reason"}}
    });
    let turns = vec![
        Turn::User("get me a stone pickaxe".to_owned()),
        Turn::Model("{}".to_owned()),
        Turn::User("again, in full".to_owned()),
    ];
    Prompt { role: Role::Planner, system: "You plan.".to_owned(), turns, schema_name: "plan", schema }
}

/// A call to a stub that always answers alike; with how often it was asked.
async fn ask(provider: Provider, response: Response) -> (Result<Reply, CallError>, u32) {
    ask_script(provider, move |_| response.clone()).await
}

async fn ask_script(
    provider: Provider,
    script: impl FnMut(&Request) -> Response + Send + 'static,
) -> (Result<Reply, CallError>, u32) {
    ask_until(provider, script, Arc::default()).await
}

async fn ask_until(
    provider: Provider,
    script: impl FnMut(&Request) -> Response + Send + 'static,
    over: Arc<Notify>,
) -> (Result<Reply, CallError>, u32) {
    let stub = Stub::start(provider, script);
    let (result, tries) = client_until(provider, stub.base_url(), over).call(&prompt()).await;
    assert_eq!(stub.requests().len(), tries as usize, "{provider}: a try is a request");
    if let Err(error) = &result {
        assert_bounded(error);
    }
    (result, tries)
}

fn assert_bounded(error: &CallError) {
    let said = format!("{error} {error:?} {}", serde_json::to_string(error).expect("JSON"));
    assert!(!said.contains(KEY) && !said.contains("nobody"), "{said}");
    assert!(error.message.chars().count() <= 300 && !error.message.contains('\n'), "{said}");
}

async fn fault(provider: Provider, response: Response) -> (CallFault, u32) {
    let (result, tries) = ask(provider, response).await;
    (result.expect_err(provider.name()).fault, tries)
}

/// The same test of each provider, all at once.
async fn each<F>(test: impl Fn(Provider) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    for running in Provider::ALL.map(|provider| tokio::spawn(test(provider))) {
        running.await.expect("no panic");
    }
}

/// The key that a provider is sent, and may say again; Ollama gets none.
fn key(provider: Provider) -> &'static str {
    if provider.key_variables().is_empty() { "[key]" } else { KEY }
}

fn status(status: u16, body: &str) -> Response {
    Response::Status(status, Vec::new(), body.to_owned())
}

#[tokio::test]
async fn a_good_reply_comes_with_its_usage() {
    each(|provider| async move {
        let (result, tries) = ask(provider, Response::Reply(ANSWER.to_owned())).await;
        let reply = Reply { text: ANSWER.to_owned(), usage: Some(usage(provider)) };
        assert_eq!((result, tries), (Ok(reply), 1), "{provider}");
    })
    .await;
}

#[tokio::test]
async fn the_request_is_the_providers_own() {
    each(|provider| async move {
        let stub = Stub::start(provider, |_| Response::Reply(ANSWER.to_owned()));
        let (result, _) = client(provider, stub.base_url()).call(&prompt()).await;
        assert!(result.is_ok(), "{provider}: {result:?}");
        let requests = stub.requests();
        let request = &requests[0];
        let body = |place: &str| request.body.pointer(place).cloned().unwrap_or_default();
        let (path, header, key, system, schema, turns) = match provider {
            Provider::Gemini => (
                "/v1beta/models/gemini-3-flash-preview:generateContent",
                "x-goog-api-key",
                KEY.to_owned(),
                body("/systemInstruction/parts/0/text"),
                body("/generationConfig/responseJsonSchema/properties/why/type"),
                body("/contents"),
            ),
            Provider::Claude => (
                "/v1/messages",
                "x-api-key",
                KEY.to_owned(),
                body("/system/0/text"),
                body("/output_config/format/schema/properties/why/type"),
                body("/messages"),
            ),
            Provider::OpenAi => (
                "/v1/chat/completions",
                "authorization",
                format!("Bearer {KEY}"),
                body("/messages/0/content"),
                body("/response_format/json_schema/schema/properties/why/type"),
                body("/messages"),
            ),
            Provider::Ollama => {
                assert_eq!(body("/format"), "json");
                let system = body("/messages/0/content");
                let system = system.as_str().expect("a text");
                let (system, schema) = system.split_once(IN_WORDS).expect("both");
                let schema: Value = serde_json::from_str(schema).expect("a schema");
                let why = schema["properties"]["why"]["type"].clone();
                ("/api/chat", "authorization", String::new(), json!(system), why, body("/messages"))
            }
        };
        assert_eq!(request.path, path);
        assert_eq!(request.header(header).unwrap_or_default(), key, "{provider}");
        assert_eq!((system, schema), (json!("You plan."), json!("string")), "{provider}: {}", request.body);
        let turns = turns.to_string();
        assert!(turns.contains("stone pickaxe") && turns.contains("again, in full"), "{turns}");
        assert!(!request.body.to_string().contains(KEY), "{provider}");
    })
    .await;
}

#[tokio::test]
async fn without_a_key_nothing_is_sent() {
    each(|provider| async move {
        let stub = Stub::start(provider, |_| Response::Reply(ANSWER.to_owned()));
        let client = Client::with_keys(&limits(), |_| None).expect("a client");
        let client = Line(client, ModelConfig { base_url: Some(stub.base_url()), ..ModelConfig::of(provider) });
        let (result, tries) = client.call(&prompt()).await;
        match provider {
            Provider::Gemini | Provider::Claude => {
                let error = result.expect_err("no key");
                assert_eq!((error.fault, tries, stub.requests().len()), (CallFault::NoKey, 0, 0));
                assert!(error.message.contains(provider.key_variables()[0]), "{error}");
            }
            Provider::OpenAi | Provider::Ollama => assert!(result.is_ok(), "{provider}: {result:?}"),
        }
    })
    .await;
}

#[tokio::test]
async fn a_wrong_key_is_not_tried_again_nor_said() {
    each(|provider| async move {
        let body =
            json!({"error": {"message": format!("Incorrect API key provided: {}, see our page", key(provider))}})
                .to_string();
        let (result, tries) = ask(provider, status(401, &body)).await;
        let error = result.expect_err("a wrong key");
        assert_eq!((error.fault, tries), (CallFault::Unauthorized, 1));
        assert!(error.message.contains("401") && error.message.contains("[key], see our page"), "{error}");
        let html = Response::Status(403, vec![("content-type", "text/html".to_owned())], key(provider).repeat(50));
        assert_eq!(fault(provider, html).await, (CallFault::Unauthorized, 1));
    })
    .await;
    let gemini = r#"{"error":{"code":400,"message":"API key not valid.","details":[{"reason":"API_KEY_INVALID"}]}}"#;
    assert_eq!(fault(Provider::Gemini, status(400, gemini)).await, (CallFault::Unauthorized, 1));
}

#[tokio::test]
async fn a_busy_provider_is_asked_again_when_it_says() {
    each(|provider| async move {
        let busy = |seconds: &str| Response::Status(429, vec![("retry-after", seconds.to_owned())], "{}".to_owned());
        let mut answers = vec![Response::Reply(ANSWER.to_owned()), busy("0")];
        let script = move |_: &Request| answers.pop().unwrap_or(Response::HangUp);
        let (result, tries) = ask_script(provider, script).await;
        assert_eq!((result.map(|reply| reply.text), tries), (Ok(ANSWER.to_owned()), 2), "{provider}");
        // Later than there is time for: said at once.
        for seconds in ["3600", "1e300", "99999999999999999999"] {
            assert_eq!(fault(provider, busy(seconds)).await, (CallFault::RateLimited, 1), "{seconds}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_failing_provider_is_asked_thrice() {
    each(|provider| async move {
        let broken = status(500, r#"{"error":{"message":"overloaded"}}"#);
        assert_eq!(fault(provider, broken).await, (CallFault::ServerError, 3), "{provider}");
    })
    .await;
}

#[tokio::test]
async fn a_call_that_is_wrong_is_not_tried_again() {
    each(|provider| async move {
        for code in [400, 404, 413, 422] {
            let wrong = status(code, "no such model\r\n\u{7}");
            assert_eq!(fault(provider, wrong).await, (CallFault::BadRequest, 1), "{provider}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_read_is_garbled() {
    each(|provider| async move {
        let half = &reply(provider, ANSWER)[..60];
        let html = Response::Status(200, vec![("content-type", "text/html".to_owned())], "<html>".to_owned());
        let bodies =
            ["", "}{", half, "{}", "[]", "null", "7", r#"{"error":{"message":"gone"}}"#].map(|body| status(200, body));
        for response in bodies.into_iter().chain([html, Response::Reply(" \n".to_owned())]) {
            let shown = format!("{response:?}");
            assert_eq!(fault(provider, response).await, (CallFault::Garbled, 1), "{provider}: {shown}");
        }
    })
    .await;
}

/// genai adds these up into 32 bits.
#[tokio::test]
async fn absurd_token_counts_do_no_harm() {
    each(|provider| async move {
        for count in ["2147483647", "-2147483648", "1e300", "\"many\"", "null"] {
            let mut body = reply(provider, ANSWER);
            for number in ["1912", "512", "388", "300", "88", "400", "1000", "2300"] {
                body = body.replace(&format!(":{number},"), &format!(":{count},"));
                body = body.replace(&format!(":{number}}}"), &format!(":{count}}}"));
            }
            let (result, tries) = ask(provider, status(200, &body)).await;
            let fine = match &result {
                Ok(reply) => reply.text == ANSWER,
                Err(error) => error.fault == CallFault::Garbled,
            };
            assert!(fine && tries == 1, "{provider}, {count}: {result:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_refusal_is_called_one() {
    each(|provider| async move {
        // Ollama's protocol has no word for it.
        let known = if provider == Provider::Ollama { CallFault::Garbled } else { CallFault::Refused };
        assert_eq!(fault(provider, Response::Refusal).await, (known, 1), "{provider}");
    })
    .await;
}

#[tokio::test]
async fn a_connection_that_breaks_is_tried_again() {
    each(|provider| async move {
        let half = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{\"cand".to_vec();
        for response in [Response::HangUp, Response::Raw(half)] {
            let shown = format!("{response:?}");
            assert_eq!(fault(provider, response).await, (CallFault::Unreachable, 3), "{provider}: {shown}");
        }
    })
    .await;
}

#[tokio::test]
async fn nobody_there_is_unreachable() {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
    let (result, tries) = client(Provider::Ollama, format!("http://{free}")).call(&prompt()).await;
    let error = result.expect_err("nobody is there");
    assert_eq!((error.fault, tries), (CallFault::Unreachable, 3));
    assert!(error.message.contains(&free.to_string()), "{error}");
}

#[tokio::test]
async fn who_does_not_come_to_an_end_is_left() {
    each(|provider| async move {
        let over = Arc::new(Notify::new());
        let unended = Response::Unended(reply(provider, ANSWER).into_bytes(), over.clone());
        let (result, tries) = ask_until(provider, move |_| unended.clone(), over).await;
        assert_eq!((result.expect_err(provider.name()).fault, tries), (CallFault::TimedOut, 1), "{provider}");
        let over = Arc::new(Notify::new());
        let passes = over.clone();
        let silent = move |_: &Request| {
            passes.notify_one();
            Response::Silent
        };
        let (result, tries) = ask_until(provider, silent, over).await;
        assert_eq!((result.expect_err(provider.name()).fault, tries), (CallFault::TimedOut, 1), "{provider}");
    })
    .await;
}

/// As llama.cpp's server says it, and others.
const NO_SCHEMA: [(u16, &str); 5] = [
    (500, r#"{"error":{"code":500,"message":"Failed to parse grammar","type":"server_error"}}"#),
    (400, r#"{"error":{"message":"'response_format.type' must be 'json_object' or 'text'"}}"#),
    (400, r#"{"error":"json_schema is not allowed here"}"#),
    (422, r#"{"detail":"response_format: structured output is unsupported by this model"}"#),
    (501, "<html>Not supported</html>"),
];

/// An endpoint that takes no schema, and answers without one as the script says.
fn lax(refused: (u16, &'static str), mut then: impl FnMut() -> Response + Send + 'static) -> Stub {
    Stub::start(Provider::OpenAi, move |request| match request.body.get("response_format") {
        Some(_) => status(refused.0, refused.1),
        None => then(),
    })
}

#[tokio::test]
async fn an_endpoint_that_takes_no_schema_is_asked_without() {
    for refused in NO_SCHEMA {
        let stub = lax(refused, || Response::Reply(ANSWER.to_owned()));
        let client = client(Provider::OpenAi, stub.base_url());
        assert!(!client.0.goes_without_schema(&client.1));
        let (result, tries) = client.call(&prompt()).await;
        assert_eq!((result.map(|reply| reply.text), tries), (Ok(ANSWER.to_owned()), 2), "{refused:?}");
        assert!(client.0.goes_without_schema(&client.1));
        // From then on it is not tried with one first, by no clone either, and another model is.
        let (result, tries) = client.0.clone().call(&prompt(), &client.1).await;
        assert!(result.is_ok() && tries == 1, "{refused:?}: {result:?}");
        let other = ModelConfig { model: "another".to_owned(), ..client.1.clone() };
        assert_eq!(client.0.call(&prompt(), &other).await.1, 2, "{refused:?}");
        let requests = stub.requests();
        let told = |request: &Request| {
            let system = request.body["messages"][0]["content"].as_str().expect("a text").to_owned();
            system.split_once(IN_WORDS).map(|(_, schema)| serde_json::from_str::<Value>(schema).expect("a schema"))
        };
        assert_eq!(told(&requests[0]), None, "who is held to it need not be told");
        for request in [&requests[1], &requests[2]] {
            assert_eq!(told(request).expect("told")["properties"]["why"]["type"], "string");
            assert!(request.body.get("response_format").is_none(), "{}", request.body);
        }
    }
}

#[tokio::test]
async fn without_a_schema_tries_are_as_many_as_ever() {
    let stub = lax(NO_SCHEMA[0], || status(500, "overloaded"));
    let client = client(Provider::OpenAi, stub.base_url());
    let (result, tries) = client.call(&prompt()).await;
    assert_eq!((result.expect_err("it fails").fault, tries), (CallFault::ServerError, 4));
    assert!(!client.0.goes_without_schema(&client.1), "it has not answered without one either");
    // Who refuses whatever is asked is asked twice.
    for refused in NO_SCHEMA.into_iter().filter(|(code, _)| *code < 500) {
        assert_eq!(fault(Provider::OpenAi, status(refused.0, refused.1)).await, (CallFault::BadRequest, 2));
    }
    // What is not about the schema, and whose protocol knows no other way, is as before.
    assert_eq!(fault(Provider::OpenAi, status(400, "no such model")).await, (CallFault::BadRequest, 1));
    for provider in [Provider::Gemini, Provider::Claude, Provider::Ollama] {
        assert_eq!(fault(provider, status(400, NO_SCHEMA[1].1)).await, (CallFault::BadRequest, 1), "{provider}");
    }
}

#[tokio::test]
async fn a_key_that_comes_back_in_an_answer_is_taken_out() {
    each(|provider| async move {
        // Ollama is sent none.
        if provider == Provider::Ollama {
            return;
        }
        let says = |words: &str| Response::Reply(ANSWER.replace("it is near", words));
        let (result, _) = ask(provider, says(&format!("{KEY}, {}", &KEY[12..]))).await;
        assert_eq!(result.expect("an answer").text, ANSWER.replace("it is near", "[key], [key]"), "{provider}");
        let numbers: String = KEY.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
        assert_eq!(fault(provider, says(&numbers)).await, (CallFault::Garbled, 1), "{provider}");
    })
    .await;
}

#[tokio::test]
async fn a_stub_that_comes_back_is_found_again() {
    let provider = Provider::OpenAi;
    let stub = Stub::start(provider, |_| Response::HangUp);
    let (address, client) = (stub.address(), client(provider, stub.base_url()));
    assert!(client.call(&prompt()).await.0.is_err());
    drop(stub);
    let _stub = Stub::start_at(address, provider, |_| Response::Reply(ANSWER.to_owned()));
    assert!(client.call(&prompt()).await.0.is_ok());
}

#[tokio::test]
async fn ten_megabytes_are_no_plan() {
    const MANY: usize = 10 << 20;
    each(|provider| async move {
        let long = Response::Reply("x".repeat(MANY));
        assert_eq!(fault(provider, long).await, (CallFault::Garbled, 1), "{provider}");
        let keys = status(400, &format!("{} ", key(provider)).repeat(MANY / KEY.len()));
        assert_eq!(fault(provider, keys).await, (CallFault::BadRequest, 1), "{provider}");
    })
    .await;
}

#[test]
fn a_client_does_not_show_its_keys() {
    let client = client(Provider::Gemini, "http://127.0.0.1:1".to_owned());
    assert!(!format!("{client:?}").contains(KEY));
}
