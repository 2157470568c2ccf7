//! Strict JSON request bodies.

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

/// A JSON request body, read without type coercion.
///
/// The framework's own extractor reads `false` and `1.5` as strings. This one compares the JSON
/// received with the value parsed from it and answers 400 where a field has another type, so that
/// the types of all modules are strict. `null` is the same as a missing field where the field is
/// optional; the API document says so.
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

/// Marks optional properties as nullable.
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
        Self::read(&body.take()?.into_bytes().await?)
    }
}

impl<T: ParseFromJSON + ToJSON> Json<T> {
    fn read(bytes: &[u8]) -> poem::Result<Self> {
        let sent: Value = serde_json::from_slice(bytes).map_err(|error| refused(&error))?;
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
        check_kind::<T>(request)?;
        <Self as ParsePayload>::from_request(request, body).await
    }
}

/// An optional JSON request body.
#[derive(Clone, Debug)]
pub struct MaybeJson<T>(pub Option<T>);

impl<'a, T: ParseFromJSON + ToJSON> ApiExtractor<'a> for MaybeJson<T> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::RequestObject];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        <Json<T> as Payload>::register(registry);
    }

    fn request_meta() -> Option<MetaRequest> {
        let meta = <Json<T> as ApiExtractor>::request_meta();
        meta.map(|meta| MetaRequest { required: false, ..meta })
    }

    async fn from_request(
        request: &'a Request,
        body: &mut RequestBody,
        _: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        let bytes = body.take()?.into_bytes().await?;
        if bytes.is_empty() {
            return Ok(Self(None));
        }
        check_kind::<T>(request)?;
        Json::read(&bytes).map(|Json(read)| Self(Some(read)))
    }
}

/// Refuses a content type other than JSON.
fn check_kind<T: Type>(request: &Request) -> Result<(), ContentTypeError> {
    match request.content_type() {
        None => Err(ContentTypeError::ExpectContentType),
        Some(kind) if Json::<T>::check_content_type(kind) => Ok(()),
        Some(kind) => Err(ContentTypeError::NotSupported { content_type: kind.to_owned() }),
    }
}

fn refused(reason: &impl ToString) -> poem::Error {
    ParseRequestPayloadError { reason: reason.to_string() }.into()
}

/// Path of a field from the root, and the type expected there.
#[derive(Debug, PartialEq)]
struct Place(String, &'static str);

/// Returns the first place where `read`, parsed from `sent`, has another type. Unknown fields are
/// ignored.
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
        // `null` for a required field has been refused by the parser already.
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
    async fn fields_of_another_type_are_refused() {
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
            let (status, body) = read(&bad.to_string(), "application/json").await.unwrap_err();
            assert_eq!(status, StatusCode::BAD_REQUEST, "{bad}");
            assert!(body.contains(expected), "{bad}: {body}");
        }
    }

    #[tokio::test]
    async fn control_characters_are_refused() {
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
    fn optional_fields_are_nullable() {
        let mut registry = Registry::new();
        <Json<Sample> as Payload>::register(&mut registry);
        for (name, property) in &registry.schemas["Sample"].properties {
            let nullable = property.unwrap_inline().nullable;
            assert_eq!(nullable, *name != "text", "{name}");
        }
    }

    #[tokio::test]
    async fn optional_body_may_be_missing() {
        let read = async |text: &'static str, kind: Option<&'static str>| {
            let request = Request::builder();
            let request = match kind {
                Some(kind) => request.header(header::CONTENT_TYPE, kind).finish(),
                None => request.finish(),
            };
            let mut body = RequestBody::new(Body::from(text));
            let options = ExtractParamOptions::default();
            let read =
                <MaybeJson<Inner> as ApiExtractor>::from_request(&request, &mut body, options);
            read.await.map(|MaybeJson(inner)| inner.map(|inner| inner.word)).map_err(|e| e.status())
        };
        let json = Some("application/json");
        assert_eq!(read("", None).await, Ok(None));
        assert_eq!(read("", json).await, Ok(None));
        assert_eq!(read("{\"word\":\"a\"}", json).await, Ok(Some("a".to_owned())));
        assert_eq!(read("{\"word\":1}", json).await, Err(StatusCode::BAD_REQUEST));
        for kind in [None, Some("text/plain")] {
            assert_eq!(read("{}", kind).await, Err(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
    }

    #[tokio::test]
    async fn other_content_types_are_refused() {
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
