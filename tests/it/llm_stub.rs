//! A stand-in for the four providers on loopback, over a bare socket: HTTP/1.1 and each provider's own JSON, well and
//! badly. No HTTP library helps, since half of what it must say no library would.

use std::{
    net::{SocketAddr, TcpListener},
    sync::{Arc, Condvar, Mutex},
    thread::{self, JoinHandle},
};

use blockwright::mind::model::{Provider, Usage};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    runtime,
    sync::{Notify, oneshot},
};

use super::harness::STUCK;

/// What a stub's good replies claim to have used, as Ollama counts no reasoning.
pub fn usage(provider: Provider) -> Usage {
    let reasoning = if provider == Provider::Ollama { 0 } else { 88 };
    Usage { input: 1912, cached: 512, output: 388, reasoning }
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    pub path: String,
    /// With small names.
    pub headers: Vec<(String, String)>,
    pub body: Value,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// How a stub answers.
#[derive(Clone, Debug)]
pub enum Response {
    /// The model's text, in the provider's own JSON.
    Reply(String),
    /// The model declines, in the provider's own way. Ollama has none: an empty answer.
    Refusal,
    /// A status with headers and a body, which is called JSON unless a header says otherwise.
    Status(u16, Vec<(&'static str, String)>, String),
    /// The model's text, once the test says so.
    Later(Arc<Notify>, String),
    /// A good status and all of the body but its last byte, which the test is told; then nothing until the client goes.
    Unended(Vec<u8>, Arc<Notify>),
    /// The socket is closed without a word.
    HangUp,
    /// Nothing is said until the client goes.
    Silent,
    /// Bytes on the socket as they are, then its end.
    Raw(Vec<u8>),
}

type Script = Arc<Mutex<dyn FnMut(&Request) -> Response + Send>>;

/// What was asked, and who waits for it.
type Requests = Arc<(Mutex<Vec<Request>>, Condvar)>;

/// A stub on its own thread. It and its connections end when this is dropped.
pub struct Stub {
    provider: Provider,
    address: SocketAddr,
    requests: Requests,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Stub {
    /// A stub on a free port that answers each request as the script says.
    pub fn start(provider: Provider, script: impl FnMut(&Request) -> Response + Send + 'static) -> Self {
        Self::start_at(SocketAddr::from(([127, 0, 0, 1], 0)), provider, script)
    }

    /// As [`Stub::start`] at an address, such as that of a stub that is gone.
    pub fn start_at(
        address: SocketAddr,
        provider: Provider,
        script: impl FnMut(&Request) -> Response + Send + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).expect("a port on loopback");
        let address = listener.local_addr().expect("an address");
        listener.set_nonblocking(true).expect("a socket for tokio");
        let requests = Requests::default();
        let script: Script = Arc::new(Mutex::new(script));
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn({
            let requests = requests.clone();
            move || {
                let runtime = runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
                runtime.block_on(async {
                    tokio::select! {
                        () = serve(listener, provider, script, requests) => {}
                        _ = stopped => {}
                    }
                });
            }
        });
        Self { provider, address, requests, stop: Some(stop), thread: Some(thread) }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the provider's protocol begins, as `base_url` has it.
    pub fn base_url(&self) -> String {
        let root = match self.provider {
            Provider::Gemini => "/v1beta",
            Provider::Claude | Provider::OpenAi => "/v1",
            Provider::Ollama => "",
        };
        format!("http://{}{root}", self.address)
    }

    /// All that was asked so far.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.0.lock().expect("no panic in the stub").clone()
    }

    /// Waits until so much has been asked.
    pub fn has_heard(&self, requests: usize) {
        let heard = self.requests.0.lock().expect("no panic in the stub");
        let (heard, _) = (self.requests.1)
            .wait_timeout_while(heard, STUCK, |heard| heard.len() < requests)
            .expect("no panic in the stub");
        assert!(heard.len() >= requests, "only {} requests came", heard.len());
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn serve(listener: TcpListener, provider: Provider, script: Script, requests: Requests) {
    let listener = tokio::net::TcpListener::from_std(listener).expect("a socket for tokio");
    while let Ok((stream, _)) = listener.accept().await {
        let (script, requests) = (script.clone(), requests.clone());
        tokio::spawn(async move {
            let mut stream = stream;
            // A client that goes early is none of the stub's business.
            let Some(request) = read(&mut stream).await else { return };
            requests.0.lock().expect("no panic in the stub").push(request.clone());
            requests.1.notify_all();
            let response = (*script.lock().expect("no panic in the script"))(&request);
            answer(&mut stream, provider, response).await;
        });
    }
}

/// One whole request, or None if the client goes before it is.
async fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        more(stream, &mut bytes).await?;
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut lines = head.lines();
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, value)| value.parse().ok());
    let body_end = head_end + 4 + length.unwrap_or(0usize);
    while bytes.len() < body_end {
        more(stream, &mut bytes).await?;
    }
    let body = serde_json::from_slice(&bytes[head_end + 4..body_end]).unwrap_or_default();
    Some(Request { path, headers, body })
}

async fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<()> {
    let count = stream.read_buf(bytes).await.ok()?;
    (count > 0).then_some(())
}

async fn answer(stream: &mut TcpStream, provider: Provider, response: Response) {
    match response {
        Response::Reply(text) => whole(stream, 200, &[], reply(provider, &text).as_bytes()).await,
        Response::Refusal => whole(stream, 200, &[], refusal(provider).as_bytes()).await,
        Response::Status(status, headers, body) => whole(stream, status, &headers, body.as_bytes()).await,
        Response::Later(told, text) => {
            told.notified().await;
            whole(stream, 200, &[], reply(provider, &text).as_bytes()).await;
        }
        Response::Unended(bytes, told) => {
            let _ = stream.write_all(&head(200, &[], bytes.len())).await;
            let _ = stream.write_all(&bytes[..bytes.len().saturating_sub(1)]).await;
            told.notify_one();
            let _ = more(stream, &mut Vec::new()).await;
        }
        Response::HangUp => {}
        Response::Silent => {
            let _ = more(stream, &mut Vec::new()).await;
        }
        Response::Raw(bytes) => {
            let _ = stream.write_all(&bytes).await;
            let _ = stream.shutdown().await;
        }
    }
}

async fn whole(stream: &mut TcpStream, status: u16, headers: &[(&'static str, String)], body: &[u8]) {
    let _ = stream.write_all(&head(status, headers, body.len())).await;
    let _ = stream.write_all(body).await;
    let _ = stream.shutdown().await;
}

fn head(status: u16, headers: &[(&'static str, String)], length: usize) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} Status\r\nconnection: close\r\ncontent-length: {length}\r\n");
    if !headers.iter().any(|(name, _)| *name == "content-type") {
        head.push_str("content-type: application/json\r\n");
    }
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    head.into_bytes()
}

/// A model's text in the provider's own JSON, with [`usage`] as the provider counts it.
pub fn reply(provider: Provider, text: &str) -> String {
    let body = match provider {
        Provider::Gemini => json!({
            "candidates": [{"index": 0, "finishReason": "STOP",
                "content": {"role": "model", "parts": [{"text": text}]}}],
            "usageMetadata": {"promptTokenCount": 1912, "cachedContentTokenCount": 512, "candidatesTokenCount": 300,
                "thoughtsTokenCount": 88, "totalTokenCount": 2300},
            "modelVersion": "gemini-3-flash-preview", "responseId": "r1"
        }),
        Provider::Claude => json!({
            "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5",
            "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}, {"type": "text", "text": text}],
            "stop_reason": "end_turn", "stop_sequence": null,
            "usage": {"input_tokens": 400, "cache_creation_input_tokens": 1000, "cache_read_input_tokens": 512,
                "output_tokens": 388, "output_tokens_details": {"thinking_tokens": 88}}
        }),
        Provider::OpenAi => json!({
            "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-5-mini-2025-08-07",
            "choices": [{"index": 0, "finish_reason": "stop",
                "message": {"role": "assistant", "content": text, "refusal": null}}],
            "usage": {"prompt_tokens": 1912, "completion_tokens": 388, "total_tokens": 2300,
                "prompt_tokens_details": {"cached_tokens": 512, "audio_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": 88, "audio_tokens": 0}}
        }),
        Provider::Ollama => json!({
            "model": "qwen3:8b", "created_at": "2026-01-01T00:00:00Z",
            "message": {"role": "assistant", "content": text}, "done": true, "done_reason": "stop",
            "prompt_eval_count": 1912, "prompt_eval_cached_count": 512, "eval_count": 388
        }),
    };
    body.to_string()
}

fn refusal(provider: Provider) -> String {
    let body = match provider {
        Provider::Gemini => json!({
            "promptFeedback": {"blockReason": "PROHIBITED_CONTENT"},
            "usageMetadata": {"promptTokenCount": 1912, "totalTokenCount": 1912}
        }),
        Provider::Claude => json!({
            "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "content": [],
            "stop_reason": "refusal", "usage": {"input_tokens": 1912, "output_tokens": 1}
        }),
        Provider::OpenAi => json!({
            "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-5-mini-2025-08-07",
            "choices": [{"index": 0, "finish_reason": "stop",
                "message": {"role": "assistant", "content": null, "refusal": "I cannot help with that."}}]
        }),
        Provider::Ollama => return reply(provider, ""),
    };
    body.to_string()
}
