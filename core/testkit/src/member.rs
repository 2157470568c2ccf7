use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use poem::http::Method;
use serde_json::Value;
use sparkyard_host::in_process::{FilePart, LocalClient, multipart};

use crate::Answer;

/// Returns `text` percent-encoded, for a path or a query.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// A client that sends requests, signed in or anonymous.
#[derive(Clone)]
pub struct Member {
    /// Id of the member; empty when anonymous.
    pub id: String,
    /// Address used to sign in.
    pub email: String,
    /// Connection to the server.
    pub client: LocalClient,
}

impl Member {
    /// Returns a copy that sends one more header.
    #[must_use]
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut other = self.clone();
        other.client.headers.push((name.to_owned(), value.to_owned()));
        other
    }

    /// Returns a copy with another access token.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        let mut other = self.clone();
        other.client.token = Some(token.to_owned());
        other
    }

    /// Sends a GET.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    /// Sends a POST with JSON.
    #[allow(clippy::needless_pass_by_value, reason = "`json!` at the call reads better unborrowed")]
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.json(Method::POST, path, &body).await
    }

    /// Sends a PUT with JSON.
    #[allow(clippy::needless_pass_by_value, reason = "`json!` at the call reads better unborrowed")]
    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.json(Method::PUT, path, &body).await
    }

    /// Sends a PUT without a body.
    pub async fn put_empty(&self, path: &str) -> Answer {
        self.send(Method::PUT, path, None).await
    }

    /// Sends a POST without a body.
    pub async fn post_empty(&self, path: &str) -> Answer {
        self.send(Method::POST, path, None).await
    }

    /// Sends a DELETE.
    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    /// Sends a DELETE with JSON.
    #[allow(clippy::needless_pass_by_value, reason = "`json!` at the call reads better unborrowed")]
    pub async fn delete_with(&self, path: &str, body: Value) -> Answer {
        self.json(Method::DELETE, path, &body).await
    }

    /// Sends a form with files by POST.
    pub async fn post_form(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        files: &[FilePart<'_>],
    ) -> Answer {
        self.send(Method::POST, path, Some(multipart(fields, files))).await
    }

    /// Sends a form with files by PUT.
    pub async fn put_form(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        files: &[FilePart<'_>],
    ) -> Answer {
        self.send(Method::PUT, path, Some(multipart(fields, files))).await
    }

    /// Sends any request, with an optional body and content type.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<(String, Vec<u8>)>,
    ) -> Answer {
        let response = self.client.send(method, path, body).await.expect("a response");
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        let headers = response.headers.iter();
        let headers =
            headers.map(|(name, value)| (name.to_string(), text(value.as_bytes()))).collect();
        let body = serde_json::from_slice(&response.bytes).unwrap_or(Value::Null);
        Answer { status: response.status, headers, body, bytes: response.bytes }
    }

    async fn json(&self, method: Method, path: &str, body: &Value) -> Answer {
        let body = ("application/json".to_owned(), body.to_string().into_bytes());
        self.send(method, path, Some(body)).await
    }
}
