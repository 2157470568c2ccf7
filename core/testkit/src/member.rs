use poem::http::Method;
use serde_json::Value;
use sparkyard_host::local::{FilePart, LocalClient, multipart};

use crate::Answer;

/// Somebody who sends requests: a member, or anonymous.
#[derive(Clone)]
pub struct Member {
    /// The member's id; empty when anonymous.
    pub id: String,
    /// The address they sign in with.
    pub email: String,
    /// How they reach the server.
    pub client: LocalClient,
}

impl Member {
    /// The same person, sending one more header.
    #[must_use]
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut other = self.clone();
        other.client.headers.push((name.to_owned(), value.to_owned()));
        other
    }

    /// The same person with another access token.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        let mut other = self.clone();
        other.client.token = Some(token.to_owned());
        other
    }

    /// GET.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    /// POST with JSON.
    #[allow(clippy::needless_pass_by_value, reason = "`json!` at the call reads better unborrowed")]
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.json(Method::POST, path, &body).await
    }

    /// PUT with JSON.
    #[allow(clippy::needless_pass_by_value, reason = "`json!` at the call reads better unborrowed")]
    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.json(Method::PUT, path, &body).await
    }

    /// PUT without a body.
    pub async fn put_empty(&self, path: &str) -> Answer {
        self.send(Method::PUT, path, None).await
    }

    /// POST without a body.
    pub async fn post_empty(&self, path: &str) -> Answer {
        self.send(Method::POST, path, None).await
    }

    /// DELETE.
    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    /// DELETE with JSON.
    #[allow(clippy::needless_pass_by_value, reason = "`json!` at the call reads better unborrowed")]
    pub async fn delete_with(&self, path: &str, body: Value) -> Answer {
        self.json(Method::DELETE, path, &body).await
    }

    /// POST of a form with files.
    pub async fn post_form(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        files: &[FilePart<'_>],
    ) -> Answer {
        self.send(Method::POST, path, Some(multipart(fields, files))).await
    }

    /// PUT of a form with files.
    pub async fn put_form(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        files: &[FilePart<'_>],
    ) -> Answer {
        self.send(Method::PUT, path, Some(multipart(fields, files))).await
    }

    /// Any request, with a body and its content type.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<(String, Vec<u8>)>,
    ) -> Answer {
        let answer = self.client.send(method, path, body).await.expect("an answer");
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        let headers = answer.headers.iter();
        let headers =
            headers.map(|(name, value)| (name.to_string(), text(value.as_bytes()))).collect();
        let body = serde_json::from_slice(&answer.bytes).unwrap_or(Value::Null);
        Answer { status: answer.status, headers, body, bytes: answer.bytes }
    }

    async fn json(&self, method: Method, path: &str, body: &Value) -> Answer {
        let body = ("application/json".to_owned(), body.to_string().into_bytes());
        self.send(method, path, Some(body)).await
    }
}
