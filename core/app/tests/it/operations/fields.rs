//! Parameters and body fields of the operations, each with the value of the sample request.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use sparkyard_host::in_process::multipart;
use sparkyard_testkit::{Answer, Member, encoded};

use super::sample::Sample;

/// An operation of the document, with the parts of its sample request.
pub(crate) struct Operation {
    pub(crate) id: String,
    path: String,
    /// Location, name, and the sample's value.
    pub(crate) params: Vec<(String, String, Option<String>)>,
    pub(crate) body: Body,
    /// Documented statuses.
    pub(crate) statuses: Vec<u16>,
    method: poem::http::Method,
}

/// Body of the sample request, by field.
#[derive(Clone)]
pub(crate) enum Body {
    None,
    Json(Map<String, Value>, Map<String, Value>),
    Form(Vec<(String, Option<String>)>),
}

/// A change to the sample request.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// Replaces a parameter, by its index.
    Param(usize, String),
    /// Replaces a field of a JSON body.
    Field(String, Value),
    /// Replaces a field of a form.
    Text(String, String),
    /// Replaces a field of a form by a file.
    File(String, Vec<u8>),
}

impl Operation {
    /// Returns all operations of `document` with their samples.
    pub(crate) fn all(document: &Value, sample: impl Fn(&str) -> Sample) -> Vec<Self> {
        let paths = document["paths"].as_object().unwrap();
        let each = paths.iter().flat_map(|(path, methods)| {
            methods.as_object().unwrap().values().map(move |operation| (path, operation))
        });
        each.map(|(path, operation)| {
            let sample = sample(operation["operationId"].as_str().unwrap());
            Self::new(document, path, operation, sample)
        })
        .collect()
    }

    fn new(document: &Value, path: &str, operation: &Value, sample: Sample) -> Self {
        let address = sample.path.split('?').next().unwrap();
        let query = sample.path.split_once('?').map_or("", |(_, query)| query);
        let in_path: Vec<(&str, &str)> = path.split('/').zip(address.split('/')).collect();
        let value_of = |place: &str, name: &str| match place {
            "path" => {
                let own = in_path.iter().find(|(part, _)| *part == format!("{{{name}}}"));
                own.map(|(_, value)| (*value).to_owned())
            }
            "query" => {
                let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
                pairs.find(|(key, _)| *key == name).map(|(_, value)| value.to_owned())
            }
            _ => None,
        };
        let params = operation["parameters"].as_array().cloned().unwrap_or_default();
        let params = params.iter().map(|param| {
            let (place, name) = (param["in"].as_str().unwrap(), param["name"].as_str().unwrap());
            (place.to_owned(), name.to_owned(), value_of(place, name))
        });
        let responses = operation["responses"].as_object().unwrap().keys();
        Self {
            id: operation["operationId"].as_str().unwrap().to_owned(),
            path: path.to_owned(),
            params: params.collect(),
            statuses: responses.map(|status| status.parse().unwrap()).collect(),
            body: body(document, &operation["requestBody"]["content"], &sample),
            method: sample.method,
        }
    }

    /// Sends the sample request with a change.
    pub(crate) async fn send(&self, who: &Member, change: &Change) -> Answer {
        let mut path = self.path.clone();
        let (mut query, mut who) = (String::new(), who.clone());
        for (index, (place, name, value)) in self.params.iter().enumerate() {
            let changed = match change {
                Change::Param(changed, value) if *changed == index => Some(value),
                _ => value.as_ref(),
            };
            let Some(value) = changed else { continue };
            match place.as_str() {
                "path" => path = path.replace(&format!("{{{name}}}"), &encoded(value)),
                "query" => write!(query, "&{name}={}", encoded(value)).unwrap(),
                _ => who = who.with_header(name, value),
            }
        }
        if !query.is_empty() {
            path = format!("{path}?{}", &query[1..]);
        }
        who.send(self.method.clone(), &path, self.body.with(change)).await
    }
}

impl Body {
    /// Returns content type and bytes of the body with a change.
    fn with(&self, change: &Change) -> Option<(String, Vec<u8>)> {
        match self {
            Self::None => None,
            Self::Json(fields, _) => {
                let mut fields = fields.clone();
                if let Change::Field(name, value) = change {
                    fields.insert(name.clone(), value.clone());
                }
                let body = Value::Object(fields).to_string();
                Some(("application/json".to_owned(), body.into_bytes()))
            }
            Self::Form(fields) => {
                let mut sent: Vec<(&str, &str)> = Vec::new();
                let mut files = Vec::new();
                for (name, value) in fields {
                    match change {
                        Change::Text(changed, text) if changed == name => sent.push((name, text)),
                        Change::File(changed, content) if changed == name => {
                            files.push((name.as_str(), "a.png", content.as_slice()));
                        }
                        _ => sent.extend(value.as_deref().map(|text| (name.as_str(), text))),
                    }
                }
                Some(multipart(&sent, &files))
            }
        }
    }
}

/// Returns the body of the sample by the document's schema.
fn body(document: &Value, content: &Value, sample: &Sample) -> Body {
    let Some(content) = content.as_object() else { return Body::None };
    let (kind, media) = content.iter().next().unwrap();
    let schema = resolved(document, &media["schema"]);
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    if kind.starts_with("multipart/") {
        let value = |name: &str| {
            let own = sample.fields.iter().find(|(own, _)| own == name);
            own.map(|(_, value)| value.clone())
        };
        return Body::Form(properties.keys().map(|name| (name.clone(), value(name))).collect());
    }
    let sent = sample
        .body
        .as_ref()
        .map_or_else(|| json!({}), |(_, body)| serde_json::from_slice(body).unwrap());
    let kinds = properties.into_iter().map(|(name, schema)| {
        let schema = resolved(document, &schema);
        (name, schema["type"].clone())
    });
    Body::Json(sent.as_object().cloned().unwrap(), kinds.collect())
}

/// Resolves references to a schema.
fn resolved(document: &Value, schema: &Value) -> Value {
    let reference = schema["$ref"].as_str().or_else(|| schema["allOf"][0]["$ref"].as_str());
    match reference {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).cloned().unwrap(),
        None => schema.clone(),
    }
}
