//! Request bodies in JSON, read strictly.

use poem::{IntoResponse, Request, RequestBody};
use poem_openapi::{
    ApiExtractor, ApiExtractorType, ExtractParamOptions,
    error::{ContentTypeError, ParseRequestPayloadError},
    payload::{self, ParsePayload, Payload},
    registry::{MetaMediaType, MetaRequest, MetaSchema, MetaSchemaRef, Registry},
    types::{ParseFromJSON, ToJSON, Type},
};
use serde_json::Value;

use crate::{ApiError, text::controls_within, validate::PLAIN};

/// A request body.
///
/// The framework's own reads `false` and `1.5` as text. This one compares what came with what was
/// read of it: where a field is of another kind than what was sent, the request is a 400. So every
/// type of every module is strict, in one place. `null` is the same as leaving a field out, where
/// that is allowed, and the contract says so.
#[derive(Clone, Debug)]
pub struct Json<T>(pub T);

impl<T> std::ops::Deref for Json<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Type> Payload for Json<T> {
    const CONTENT_TYPE: &'static str = <payload::Json<T> as Payload>::CONTENT_TYPE;

    fn check_content_type(content_type: &str) -> bool {
        <payload::Json<T> as Payload>::check_content_type(content_type)
    }

    fn schema_ref() -> MetaSchemaRef {
        T::schema_ref()
    }

    fn register(registry: &mut Registry) {
        T::register(registry);
        if let MetaSchemaRef::Reference(name) = T::schema_ref()
            && let Some(schema) = registry.schemas.get_mut(&name)
        {
            allow_null(schema);
        }
    }
}

/// Lets what need not be there be `null`.
fn allow_null(object: &mut MetaSchema) {
    for (name, property) in &mut object.properties {
        if object.required.contains(name) {
            continue;
        }
        match property {
            MetaSchemaRef::Inline(schema) => schema.nullable = true,
            MetaSchemaRef::Reference(_) => {
                let all_of = vec![property.clone()];
                let schema = MetaSchema { all_of, nullable: true, ..MetaSchema::ANY };
                *property = MetaSchemaRef::Inline(Box::new(schema));
            }
        }
    }
}

impl<T: ParseFromJSON + ToJSON> ParsePayload for Json<T> {
    const IS_REQUIRED: bool = true;

    async fn from_request(_: &Request, body: &mut RequestBody) -> poem::Result<Self> {
        let bytes = body.take()?.into_bytes().await?;
        let sent: Value = serde_json::from_slice(&bytes).map_err(|error| refused(&error))?;
        let read = T::parse_from_json(Some(sent.clone()))
            .map_err(|error| refused(&error.into_message()))?;
        let seen = read.to_json().unwrap_or_default();
        match other_kind(&sent, &seen) {
            None => match controls_within(&seen) {
                None => Ok(Self(read)),
                Some(path) => {
                    Err(poem::Error::from_response(ApiError::invalid(&path, PLAIN).into_response()))
                }
            },
            Some(Place(path, kind)) if path.is_empty() => {
                Err(refused(&format!("the body must be {kind}")))
            }
            Some(Place(path, kind)) => Err(refused(&format!("`{path}` must be {kind}"))),
        }
    }
}

impl<'a, T: ParseFromJSON + ToJSON> ApiExtractor<'a> for Json<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Self as Payload>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let schema = <Self as Payload>::schema_ref();
        let content = vec![MetaMediaType { content_type: Self::CONTENT_TYPE, schema }];
        Some(MetaRequest { description: None, content, required: Self::IS_REQUIRED })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        match request.content_type() {
            None => Err(ContentTypeError::ExpectContentType.into()),
            Some(kind) if Self::check_content_type(kind) => {
                <Self as ParsePayload>::from_request(request, body).await
            }
            Some(kind) => {
                Err(ContentTypeError::NotSupported { content_type: kind.to_owned() }.into())
            }
        }
    }
}

/// A request body that may be left out altogether: who sends none says no media type.
#[derive(Clone, Debug)]
pub struct OptionalJson<T>(pub Option<T>);

impl<'a, T: ParseFromJSON + ToJSON> ApiExtractor<'a> for OptionalJson<T> {
    const TYPES: &'static [ApiExtractorType] = <Json<T> as ApiExtractor<'a>>::TYPES;

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Json<T> as Payload>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let meta = <Json<T> as ApiExtractor<'a>>::request_meta()?;
        Some(MetaRequest { required: false, ..meta })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        if request.content_type().is_none() {
            return Ok(Self(None));
        }
        let Json(sent) =
            <Json<T> as ApiExtractor<'a>>::from_request(request, body, options).await?;
        Ok(Self(Some(sent)))
    }
}

fn refused(reason: &impl ToString) -> poem::Error {
    ParseRequestPayloadError { reason: reason.to_string() }.into()
}

/// A field by its way from the top, and what should stand there.
#[derive(Debug, PartialEq)]
struct Place(String, &'static str);

/// The first place where `read`, what was made of `sent`, is of another kind. Fields that nobody
/// reads do not matter.
fn other_kind(sent: &Value, read: &Value) -> Option<Place> {
    let below = |key: &str, Place(path, kind): Place| match path.is_empty() {
        true => Place(key.to_owned(), kind),
        false => Place(format!("{key}.{path}"), kind),
    };
    match (sent, read) {
        (Value::Object(sent), Value::Object(read)) => sent.iter().find_map(|(key, value)| {
            other_kind(value, read.get(key)?).map(|place| below(key, place))
        }),
        (Value::Array(sent), Value::Array(read)) => {
            let mut pairs = sent.iter().zip(read).enumerate();
            pairs.find_map(|(index, (sent, read))| {
                other_kind(sent, read).map(|place| below(&index.to_string(), place))
            })
        }
        // Refused before, where something has to be there.
        (Value::Null, _) => None,
        (sent, read) => (kind(sent) != kind(read)).then(|| Place(String::new(), kind(read))),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "left out",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use poem::{
        Body,
        http::{StatusCode, header},
    };
    use poem_openapi::Object;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Object)]
    struct Inner {
        word: String,
    }

    #[derive(Debug, Object)]
    struct Sample {
        text: String,
        #[oai(default)]
        note: String,
        number: Option<f64>,
        inner: Option<Inner>,
        list: Option<Vec<String>>,
    }

    async fn read(body: &str, kind: &str) -> Result<Sample, (StatusCode, String)> {
        let request = Request::builder().header(header::CONTENT_TYPE, kind).finish();
        let mut body = RequestBody::new(Body::from(body.to_owned()));
        let read = <Json<Sample> as ApiExtractor>::from_request(
            &request,
            &mut body,
            ExtractParamOptions::default(),
        );
        read.await.map(|Json(sample)| sample).map_err(|error| (error.status(), error.to_string()))
    }

    #[tokio::test]
    async fn only_text_is_text() {
        for good in [
            json!({ "text": "1.5" }),
            json!({ "text": "", "number": 1, "list": ["a"], "inner": { "word": "b" } }),
            json!({ "text": "a", "unknown": null, "others": [1, null] }),
            json!({ "text": "a", "note": null, "number": null, "inner": null, "list": null }),
        ] {
            assert!(read(&good.to_string(), "application/json").await.is_ok(), "{good}");
        }
        let rows = [
            (json!({ "text": false }), "`text` must be a text"),
            (json!({ "text": 1.5 }), "`text` must be a text"),
            (json!({ "text": "a", "note": 0 }), "`note` must be a text"),
            (json!({ "text": "a", "list": ["b", true] }), "`list.1` must be a text"),
            (json!({ "text": "a", "inner": { "word": 2 } }), "`inner.word` must be a text"),
            (json!({ "text": null }), "\"string\""),
            (json!([]), "Sample"),
            (json!(null), "Sample"),
        ];
        for (bad, expected) in rows {
            let (status, said) = read(&bad.to_string(), "application/json").await.unwrap_err();
            assert_eq!(status, StatusCode::BAD_REQUEST, "{bad}");
            assert!(said.contains(expected), "{bad}: {said}");
        }
    }

    #[tokio::test]
    async fn no_text_has_control_characters() {
        let fine = json!({ "text": "two\nlines", "unknown": "\u{0}" });
        assert!(read(&fine.to_string(), "application/json").await.is_ok());
        for bad in [
            json!({ "text": "nul\u{0}" }),
            json!({ "text": "a", "list": ["b", "\u{1b}[31m"] }),
            json!({ "text": "a", "inner": { "word": "\u{9b}" } }),
        ] {
            let (status, _) = read(&bad.to_string(), "application/json").await.unwrap_err();
            assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{bad}");
        }
    }

    #[test]
    fn what_need_not_be_there_may_be_null() {
        let mut registry = Registry::new();
        <Json<Sample> as Payload>::register(&mut registry);
        for (name, property) in &registry.schemas["Sample"].properties {
            let nullable = property.unwrap_inline().nullable;
            assert_eq!(nullable, *name != "text", "{name}");
        }
    }

    #[tokio::test]
    async fn only_json_is_read() {
        let text = json!({ "text": "a" }).to_string();
        assert!(read(&text, "application/json; charset=utf-8").await.is_ok());
        let (status, _) = read(&text, "text/plain").await.unwrap_err();
        assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        for broken in ["", "{", "{\"text\": \"\u{0}"] {
            let (status, _) = read(broken, "application/json").await.unwrap_err();
            assert_eq!(status, StatusCode::BAD_REQUEST, "{broken:?}");
        }
    }
}
