//! HTTP client that calls the server in process, through the same endpoint as requests from the
//! network.

use std::sync::Arc;

use poem::{
    Endpoint, Request,
    endpoint::BoxEndpoint,
    http::{HeaderMap, Method, header},
};

const BOUNDARY: &str = "b9f0c7a4e1-sparkyard";

/// A client that sends requests in process.
#[derive(Clone)]
pub struct LocalClient {
    /// Endpoint that receives the requests.
    pub endpoint: Arc<BoxEndpoint<'static>>,
    /// Access token, if signed in.
    pub token: Option<String>,
    /// Headers of every request.
    pub headers: Vec<(String, String)>,
}

/// Response to a request.
#[derive(Debug)]
pub struct LocalResponse {
    /// HTTP status.
    pub status: u16,
    /// Headers.
    pub headers: HeaderMap,
    /// Body.
    pub bytes: Vec<u8>,
}

/// A file to upload: field name, file name, content.
pub type FilePart<'a> = (&'a str, &'a str, &'a [u8]);

impl LocalClient {
    /// Sends one request and reads the whole response.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<(String, Vec<u8>)>,
    ) -> anyhow::Result<LocalResponse> {
        let mut request = Request::builder().method(method).uri(path.parse()?);
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in &self.headers {
            request = request.header(name.as_str(), value);
        }
        let request = match body {
            Some((content_type, body)) => {
                let length = body.len().to_string();
                let request = request.header(header::CONTENT_LENGTH, length);
                request.header(header::CONTENT_TYPE, content_type).body(body)
            }
            None => request.finish(),
        };
        let response = self.endpoint.get_response(request).await;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.into_body().into_vec().await?;
        Ok(LocalResponse { status, headers, bytes })
    }
}

/// Builds a form with files: returns its content type and body.
pub fn multipart(fields: &[(&str, &str)], files: &[FilePart<'_>]) -> (String, Vec<u8>) {
    let mut body = Vec::new();
    for (name, value) in fields {
        let head = format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"");
        body.extend(format!("{head}\r\n\r\n{value}\r\n").into_bytes());
    }
    for (field, name, content) in files {
        let head = format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{field}\"");
        let rest =
            format!("; filename=\"{name}\"\r\ncontent-type: application/octet-stream\r\n\r\n");
        body.extend(head.into_bytes());
        body.extend(rest.into_bytes());
        body.extend(*content);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
    (format!("multipart/form-data; boundary={BOUNDARY}"), body)
}
