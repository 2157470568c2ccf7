use std::{io, net::IpAddr};

use bytes::Bytes;
use futures_util::{StreamExt, future::poll_immediate, stream};
use poem::{Body, EndpointExt, endpoint::BoxEndpoint, http::StatusCode};
use poem_openapi::{Multipart, payload::ParsePayload};
use sparkyard_kernel::{
    UserId,
    multipart::{Upload, read_upload},
    request_usage::Outgoing,
};
use tempfile::TempDir;

use super::*;
use crate::http::middleware::Adapter;

const MIB: usize = 1 << 20;
const JSON: &str = "application/json";
const BOUNDARY: &str = "multipart/form-data; boundary=x";

/// Bounds with one time limit for all requests, and a folder for files.
struct Gate {
    bounds: Arc<Bounds>,
    _folder: TempDir,
}

impl Gate {
    fn new(limit: Duration) -> Self {
        let folder = TempDir::new().unwrap();
        let mut bounds = Bounds::new(&ServerConfig::default(), folder.path());
        (bounds.request, bounds.upload) = (limit, limit);
        Self { bounds: Arc::new(bounds), _folder: folder }
    }

    fn before(&self, endpoint: impl Endpoint + 'static) -> BoxEndpoint<'static, Response> {
        endpoint.with(Adapter(self.bounds.clone())).map_to_response().boxed()
    }

    /// Returns bytes in memory, bytes on disk, and the number of senders holding them.
    fn taken(&self) -> (u64, u64, usize) {
        let RequestQuotas { memory, disk, .. } = &self.bounds.quotas;
        (memory.taken(), disk.taken(), memory.senders() + disk.senders())
    }

    /// Returns bytes of responses in memory, and the number of senders holding them.
    fn going_out(&self) -> (u64, usize) {
        let responses = &self.bounds.quotas.responses;
        (responses.taken(), responses.senders())
    }
}

fn request(from: u8, path: &str, kind: &str, body: Body) -> Request {
    let request = Request::builder().method(poem::http::Method::POST);
    let mut request = request.uri_str(path).content_type(kind).body(body);
    // Each sender has an address and a subnet of its own.
    request.set_data(ClientAddress(IpAddr::from([198, 51, from, 7])));
    request
}

async fn respond(endpoint: &BoxEndpoint<'static, Response>, request: Request) -> Response {
    endpoint.get_response(request).await
}

#[poem::handler]
async fn swallow(body: Body) -> poem::Result<String> {
    Ok(body.into_bytes().await?.len().to_string())
}

#[poem::handler]
async fn dawdle() {
    std::future::pending::<()>().await;
}

#[derive(Debug, Multipart)]
struct Form {
    text: Option<String>,
    file: Option<Upload>,
}

/// Reads a form, and its file when the text says so.
#[poem::handler]
async fn read_form(request: &Request, body: Body) -> poem::Result<String> {
    let mut body = poem::RequestBody::new(body);
    let form = Form::from_request(request, &mut body).await?;
    let size = form.file.as_ref().map_or(0, Upload::size);
    match (form.text.as_deref(), form.file) {
        (Some("read"), Some(file)) => match read_upload(file, 10 << 20, "Too large.").await {
            Ok(content) => Ok(content.len().to_string()),
            Err(error) => Err(poem::Error::from_response(error.into_response())),
        },
        (text, _) => Ok(format!("{size} {}", text.unwrap_or_default().len())),
    }
}

fn unannounced(bytes: usize) -> Body {
    Body::from_async_read(tokio::io::AsyncReadExt::take(tokio::io::repeat(b'a'), bytes as u64))
}

/// Returns a body of `bytes` that then never ends.
fn held_open(bytes: Bytes) -> Body {
    let first = stream::once(async { Ok::<_, io::Error>(bytes) });
    Body::from_bytes_stream(first.chain(stream::pending()))
}

fn part(name: &str, more: &str, content: &[u8]) -> Vec<u8> {
    let head = format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"{more}\r\n\r\n");
    [head.as_bytes(), content, b"\r\n"].concat()
}

fn form(text: &[u8], file: &[u8]) -> Vec<u8> {
    let file = part("file", "; filename=\"a.bin\"", file);
    [part("text", "", text), file, b"--x--\r\n".to_vec()].concat()
}

const LONG: Duration = Duration::from_mins(5);

#[tokio::test]
async fn body_size_is_limited_with_or_without_length() {
    let gate = Gate::new(LONG);
    let endpoint = gate.before(swallow);
    let rows = [
        (unannounced(MIB), "/", JSON, 200),
        (unannounced(MIB + 1), "/", JSON, 413),
        (Body::from(vec![0; MIB + 1]), "/", JSON, 413),
        (unannounced(16 << 10), "/api/auth/login", JSON, 200),
        (unannounced((16 << 10) + 1), "/api/auth/login", JSON, 413),
        (unannounced((16 << 10) + 1), "/api/auth/login", BOUNDARY, 413),
    ];
    for (body, path, kind, expected) in rows {
        let response = respond(&endpoint, request(1, path, kind, body)).await;
        assert_eq!(response.status().as_u16(), expected, "{path} {kind}");
        let closes = response.headers().get(header::CONNECTION).is_some();
        assert_eq!(closes, expected == 413);
    }
    assert_eq!(gate.taken(), (0, 0, 0));
}

#[tokio::test]
async fn slow_body_and_slow_handler_differ() {
    let gate = Gate::new(Duration::from_millis(20));
    let slow = held_open(Bytes::from_static(b"{"));
    let slow = respond(&gate.before(swallow), request(1, "/", JSON, slow)).await;
    assert_eq!(slow.status(), StatusCode::REQUEST_TIMEOUT);
    let long = respond(&gate.before(dawdle), request(1, "/", JSON, Body::empty())).await;
    assert_eq!(long.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(gate.taken(), (0, 0, 0));
}

#[tokio::test]
async fn form_files_go_to_disk_and_texts_are_limited() {
    let gate = Gate::new(LONG);
    let endpoint = gate.before(read_form);
    let file = vec![b'f'; 9 * MIB];
    let rows = [
        (form(b"words", &file), 200, format!("{} 5", file.len())),
        (form(b"read", &file), 200, file.len().to_string()),
        (form(&vec![b't'; 60 << 10], b"x"), 200, "1 61440".to_owned()),
        (form(b"read", &vec![0; 11 * MIB]), 413, String::new()),
        // Text longer than any allowed, a file in a text field, and an unknown field.
        (form(&vec![b't'; 200 << 10], b"x"), 413, String::new()),
        (part("text", "; filename=\"t.txt\"", &vec![b't'; 200 << 10]), 413, String::new()),
        (part("other", "", &vec![b't'; 200 << 10]), 413, String::new()),
        // A part's head that never ends, and a body that is not a form.
        (part(&"n".repeat(200 << 10), "", b""), 413, String::new()),
        (vec![b'-'; 200 << 10], 413, String::new()),
    ];
    for (index, (body, status, said)) in rows.into_iter().enumerate() {
        let response = respond(&endpoint, request(1, "/", BOUNDARY, body.into())).await;
        assert_eq!(response.status().as_u16(), status, "row {index}");
        if status == 200 {
            assert_eq!(response.into_body().into_string().await.unwrap(), said, "row {index}");
        }
        assert_eq!(gate.taken(), (0, 0, 0), "row {index}");
    }
}

#[tokio::test]
async fn number_of_files_is_limited() {
    #[derive(Debug, Multipart)]
    struct Many {
        files: Vec<Upload>,
    }
    #[poem::handler]
    async fn read(request: &Request, body: Body) -> poem::Result<String> {
        let form = Many::from_request(request, &mut poem::RequestBody::new(body)).await?;
        Ok(form.files.len().to_string())
    }
    let gate = Gate::new(LONG);
    for (files, expected) in [(16, 200), (17, 413)] {
        let mut body: Vec<u8> =
            (0..files).flat_map(|_| part("files", "; filename=\"a\"", b"x")).collect();
        body.extend_from_slice(b"--x--\r\n");
        let response = respond(&gate.before(read), request(1, "/", BOUNDARY, body.into())).await;
        assert_eq!(response.status().as_u16(), expected);
    }
}

/// One round: senders use up their shares and hold them, others are rejected, then all disconnect.
async fn exhaust(gate: &Gate, endpoint: &BoxEndpoint<'static, Response>, round: usize) {
    let mebibyte = Bytes::from(vec![b' '; MIB]);
    let mut held = Vec::new();
    // Twelve fit into a share of an eighth.
    for sender in 0..8 {
        for _ in 0..12 {
            let body = held_open(mebibyte.clone());
            let mut call = Box::pin(endpoint.call(request(sender, "/", JSON, body)));
            assert!(poll_immediate(&mut call).await.is_none(), "round {round}");
            held.push(call);
        }
    }
    assert_eq!(gate.taken(), (96 << 20, 0, 16), "round {round}");
    let refused = respond(endpoint, request(200, "/", JSON, held_open(mebibyte.clone()))).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE, "round {round}");
    assert!(refused.headers().contains_key(header::RETRY_AFTER));
    // Some disconnect one by one; the freed share of one sender does not go to another.
    held.drain(..12);
    let over = respond(endpoint, request(3, "/", JSON, held_open(mebibyte.clone()))).await;
    assert_eq!(over.status(), StatusCode::SERVICE_UNAVAILABLE, "round {round}");
    let other = respond(endpoint, request(200, "/", JSON, Body::from(vec![b' '; MIB]))).await;
    assert_eq!(other.status(), StatusCode::OK, "round {round}");
    drop(held);
    assert_eq!(gate.taken(), (0, 0, 0), "round {round}");
}

#[tokio::test]
async fn exhausted_memory_quota_is_fully_released() {
    let gate = Gate::new(LONG);
    let endpoint = gate.before(swallow);
    for round in 0..100 {
        exhaust(&gate, &endpoint, round).await;
    }
}

#[tokio::test]
async fn aborted_forms_release_disk_and_memory() {
    let gate = Gate::new(LONG);
    let endpoint = gate.before(read_form);
    let whole = Bytes::from(form(b"words", &vec![b'f'; MIB]));
    for round in 0..100 {
        let mut held = Vec::new();
        for sender in 0..4 {
            let body = held_open(whole.slice(..whole.len() - 100 - round));
            held.push(Box::pin(endpoint.call(request(sender, "/", BOUNDARY, body))));
        }
        let all = async {
            while gate.taken().1 < (4 * MIB - 4 * 4096) as u64 {
                for call in &mut held {
                    assert!(poll_immediate(call).await.is_none());
                }
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), all).await.unwrap();
        drop(held);
        assert_eq!(gate.taken(), (0, 0, 0), "round {round}");
    }
}

#[tokio::test]
async fn a_member_has_one_share_for_all_addresses() {
    #[poem::handler]
    async fn known(body: Body) -> poem::Result<()> {
        RequestUsage::current().unwrap().belongs_to(&UserId::from("ana"));
        body.into_bytes().await?;
        Ok(())
    }
    let gate = Gate::new(LONG);
    let endpoint = gate.before(known);
    let mebibyte = Bytes::from(vec![b' '; MIB]);
    let mut held = Vec::new();
    for sender in 0..12 {
        let body = held_open(mebibyte.clone());
        let mut call = Box::pin(endpoint.call(request(sender, "/", JSON, body)));
        assert!(poll_immediate(&mut call).await.is_none());
        held.push(call);
    }
    let refused = respond(&endpoint, request(99, "/", JSON, held_open(mebibyte))).await;
    assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
    drop(held);
    assert_eq!(gate.taken(), (0, 0, 0));
}

/// Serves a file of 6 MB.
#[poem::handler]
async fn hand_out() -> Response {
    match Outgoing::reserve((6 * MIB) as u64).await {
        Ok(quota) => Response::builder().body(quota.hold(Bytes::from(vec![0; 6 * MIB]))),
        Err(refused) => refused.into_response(),
    }
}

#[tokio::test]
async fn responses_count_until_they_are_sent() {
    let gate = Gate::new(LONG);
    let endpoint = gate.before(hand_out);
    for _ in 0..100 {
        let response = respond(&endpoint, request(1, "/", JSON, Body::empty())).await;
        assert_eq!(gate.going_out(), ((6 * MIB) as u64, 2));
        drop(response);
        assert_eq!(gate.going_out(), (0, 0));
    }
}

#[tokio::test]
async fn slow_readers_do_not_use_other_quotas() {
    let gate = Gate::new(Duration::from_millis(100));
    let (out, sign_in) = (gate.before(hand_out), gate.before(swallow));
    let mut held = Vec::new();
    for sender in 0..8 {
        for _ in 0..2 {
            held.push(respond(&out, request(sender, "/", JSON, Body::empty())).await);
        }
    }
    assert_eq!(gate.going_out(), (96 << 20, 16));
    let late = respond(&out, request(200, "/", JSON, Body::empty())).await;
    assert_eq!(late.status(), StatusCode::SERVICE_UNAVAILABLE);
    let body = Body::from("{\"email\": \"bo@example.org\"}");
    let served = respond(&sign_in, request(200, "/api/auth/login", JSON, body)).await;
    assert_eq!(served.status(), StatusCode::OK);
    assert_eq!(gate.taken(), (0, 0, 0));
    drop(held);
    let again = respond(&out, request(200, "/", JSON, Body::empty())).await;
    assert_eq!(again.status(), StatusCode::OK);
}
