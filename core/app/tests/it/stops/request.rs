//! A request that can be repeated unchanged.

use reqwest::{
    Client, Method, RequestBuilder,
    multipart::{Form, Part},
};
use serde_json::Value;

pub(crate) struct Request {
    method: Method,
    pub(crate) path: String,
    key: Option<String>,
    body: Body,
}

enum Body {
    None,
    Json(Value),
    Form { fields: Vec<(&'static str, String)>, file: Option<Vec<u8>> },
}

impl Request {
    pub(crate) fn new(method: Method, path: impl Into<String>) -> Self {
        Self { method, path: path.into(), key: None, body: Body::None }
    }

    pub(crate) fn json(self, body: Value) -> Self {
        Self { body: Body::Json(body), ..self }
    }

    pub(crate) fn form<const N: usize>(
        self,
        fields: [(&'static str, &str); N],
        file: Option<Vec<u8>>,
    ) -> Self {
        let fields = fields.map(|(name, value)| (name, value.to_owned())).to_vec();
        Self { body: Body::Form { fields, file }, ..self }
    }

    /// Sets an idempotency key, so that repeating the request has no further effect.
    pub(crate) fn once(self, key: String) -> Self {
        Self { key: Some(key), ..self }
    }

    pub(crate) fn build(&self, http: &Client, url: &str) -> RequestBuilder {
        let mut request = http.request(self.method.clone(), format!("{url}{}", self.path));
        if let Some(key) = &self.key {
            request = request.header("idempotency-key", key);
        }
        match &self.body {
            Body::None => request,
            Body::Json(body) => request.json(body),
            Body::Form { fields, file } => request.multipart(form(fields, file.clone())),
        }
    }
}

fn form(fields: &[(&'static str, String)], file: Option<Vec<u8>>) -> Form {
    let form =
        fields.iter().fold(Form::new(), |form, (name, value)| form.text(*name, value.clone()));
    match file {
        Some(content) => form.part("file", Part::bytes(content).file_name("note.bin")),
        None => form,
    }
}
