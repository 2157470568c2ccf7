//! File downloads over HTTP, whole or by byte range.

use std::ops::Range;

use bytes::Bytes;
use poem::IntoResponse;
use poem_openapi::{
    ApiResponse, ResponseContent,
    payload::{Binary, Json, Payload, Response},
    registry::MetaMediaType,
};

use crate::{ApiError, error::ErrorBody};

/// Part of a file that a request asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole file.
    Whole,
    /// A range of bytes within the file.
    Bytes(Range<usize>),
    /// A range outside the file.
    Nowhere,
}

/// Range headers of a request: `Range` and `If-Range`.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartHeaders<'a> {
    /// `bytes=0-99`, `bytes=100-` or `bytes=-100`.
    pub range: Option<&'a str>,
    /// `ETag` of the content of which the client already has a part.
    pub if_range: Option<&'a str>,
}

impl Part {
    /// Returns the part of `length` bytes with `etag` that `wanted` asks for, by RFC 9110.
    ///
    /// Only a single byte range is honoured. Several ranges, other units, malformed ranges and
    /// ranges whose `If-Range` does not match are ignored.
    pub fn of(wanted: PartHeaders<'_>, etag: &str, length: usize) -> Self {
        let known = wanted.if_range.is_none_or(|known| known.trim() == etag);
        match wanted.range.filter(|_| known).and_then(parse) {
            None => Self::Whole,
            Some(Span::From { first, last }) if first < length => {
                let end = last.map_or(length, |last| last.saturating_add(1).min(length));
                Self::Bytes(first..end)
            }
            Some(Span::Last(count)) if count > 0 && length > 0 => {
                Self::Bytes(length.saturating_sub(count)..length)
            }
            Some(_) => Self::Nowhere,
        }
    }

    /// Returns the value of `Content-Range`; `None` for the whole file.
    pub fn content_range(&self, length: usize) -> Option<String> {
        match self {
            Self::Whole => None,
            Self::Bytes(range) => Some(format!("bytes {}-{}/{length}", range.start, range.end - 1)),
            Self::Nowhere => Some(format!("bytes */{length}")),
        }
    }
}

/// Returns the 416 error for a range outside the file.
pub fn no_such_part() -> ApiError {
    ApiError::new(416, "files.no_such_part", "The file has no such part.")
}

enum Span {
    From { first: usize, last: Option<usize> },
    Last(usize),
}

fn parse(range: &str) -> Option<Span> {
    let (unit, set) = range.split_once('=')?;
    let (first, last) = set.split_once('-')?;
    let (first, last) = (first.trim(), last.trim());
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !unit.trim().eq_ignore_ascii_case("bytes") || !is_number(first) || !is_number(last) {
        return None;
    }
    match (first, last) {
        ("", "") => None,
        ("", count) => Some(Span::Last(number(count))),
        (first, "") => Some(Span::From { first: number(first), last: None }),
        (first, last) => {
            let (first, last) = (number(first), number(last));
            (first <= last).then_some(Span::From { first, last: Some(last) })
        }
    }
}

/// Parses a position; one too large to represent counts as `usize::MAX`.
fn number(digits: &str) -> usize {
    digits.parse().unwrap_or(usize::MAX)
}

/// Content of a stored file of any kind: pictures, PDF and unrecognised bytes.
pub struct AnyFile(Bytes);

/// Content of a picture encoded by this server.
pub struct Picture(Bytes);

/// Implements response content of these media types for `$name`.
macro_rules! content {
    ($name:ident, $media_types:expr) => {
        impl ResponseContent for $name {
            fn media_types() -> Vec<MetaMediaType> {
                let schema = <Binary<Bytes> as Payload>::schema_ref;
                let all: &[&'static str] = &$media_types;
                all.iter()
                    .map(|&content_type| MetaMediaType { content_type, schema: schema() })
                    .collect()
            }
        }

        impl IntoResponse for $name {
            fn into_response(self) -> poem::Response {
                Binary(self.0).into_response()
            }
        }

        impl From<Bytes> for $name {
            fn from(content: Bytes) -> Self {
                Self(content)
            }
        }
    };
}

content!(Picture, ["image/jpeg"]);
content!(
    AnyFile,
    [
        "image/jpeg",
        "image/png",
        "image/webp",
        "image/gif",
        "image/heif",
        "application/pdf",
        "application/octet-stream",
    ]
);

/// Response with a file, or a part of it.
#[derive(ApiResponse)]
pub enum Download<C: ResponseContent + IntoResponse + Send = AnyFile> {
    /// The file.
    #[oai(status = 200)]
    Whole(C),
    /// The part that was asked for.
    #[oai(status = 206)]
    Part(
        C,
        /// Range sent: `bytes 0-99/1234`.
        #[oai(header = "Content-Range")]
        String,
    ),
    /// There is no such part.
    #[oai(status = 416)]
    Nowhere(
        Json<ErrorBody>,
        /// Length of the file: `bytes */1234`.
        #[oai(header = "Content-Range")]
        String,
    ),
}

/// A private file and its response metadata.
#[derive(Debug)]
pub struct PrivateFile {
    /// Content of the file.
    pub content: Bytes,
    /// Media type as detected from the content.
    pub media_type: String,
    /// File name for saving: letters, digits, dots and hyphens. Also the `ETag`, so different
    /// content at the same URL must have another name.
    pub name: String,
}

impl PrivateFile {
    /// Returns the response to a request for `wanted`. The file is sent as an attachment, so that
    /// it is never shown inside a page of the site, and is never cached.
    pub fn download<C>(self, wanted: PartHeaders<'_>) -> Response<Download<C>>
    where
        C: ResponseContent + IntoResponse + Send + From<Bytes>,
    {
        let (etag, length) = (format!("\"{}\"", self.name), self.content.len());
        let part = Part::of(wanted, &etag, length);
        let range = part.content_range(length).unwrap_or_default();
        let media_type = match part {
            Part::Nowhere => "application/json; charset=utf-8".to_owned(),
            _ => self.media_type,
        };
        let download = match part {
            Part::Whole => Download::Whole(self.content.into()),
            Part::Bytes(bytes) => Download::Part(self.content.slice(bytes).into(), range),
            Part::Nowhere => Download::Nowhere(Json(no_such_part().body()), range),
        };
        Response::new(download)
            .header("content-type", media_type)
            .header("content-disposition", format!("attachment; filename=\"{}\"", self.name))
            .header("x-content-type-options", "nosniff")
            .header("accept-ranges", "bytes")
            .header("cache-control", "private, no-store")
            .header("etag", etag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_byte_range_is_honoured() {
        let rows = [
            ("bytes=0-3", 10, Part::Bytes(0..4)),
            ("bytes=0-0", 10, Part::Bytes(0..1)),
            ("Bytes = 2 - 5", 10, Part::Bytes(2..6)),
            ("bytes=4-", 10, Part::Bytes(4..10)),
            ("bytes=4-99", 10, Part::Bytes(4..10)),
            ("bytes=4-99999999999999999999999999", 10, Part::Bytes(4..10)),
            ("bytes=-3", 10, Part::Bytes(7..10)),
            ("bytes=-99", 10, Part::Bytes(0..10)),
            ("bytes=10-", 10, Part::Nowhere),
            ("bytes=99999999999999999999999999-", 10, Part::Nowhere),
            ("bytes=-0", 10, Part::Nowhere),
            ("bytes=0-", 0, Part::Nowhere),
            ("bytes=-1", 0, Part::Nowhere),
            ("bytes=5-2", 10, Part::Whole),
            ("bytes=0-1,4-5", 10, Part::Whole),
            ("bytes=-", 10, Part::Whole),
            ("bytes=", 10, Part::Whole),
            ("bytes=a-b", 10, Part::Whole),
            ("bytes=+1-2", 10, Part::Whole),
            ("items=0-3", 10, Part::Whole),
            ("", 10, Part::Whole),
        ];
        for (range, length, expected) in rows {
            let wanted = PartHeaders { range: Some(range), if_range: None };
            assert_eq!(Part::of(wanted, "\"a\"", length), expected, "{range} of {length}");
        }
        assert_eq!(Part::of(PartHeaders::default(), "\"a\"", 10), Part::Whole);
    }

    #[test]
    fn range_needs_a_matching_if_range() {
        for (known, part) in [
            ("\"a\"", Part::Bytes(0..1)),
            ("\"b\"", Part::Whole),
            ("W/\"a\"", Part::Whole),
            ("Mon, 02 Mar 2026 10:00:00 GMT", Part::Whole),
        ] {
            let wanted = PartHeaders { range: Some("bytes=0-0"), if_range: Some(known) };
            assert_eq!(Part::of(wanted, "\"a\"", 10), part, "{known}");
        }
    }

    #[test]
    fn content_range_names_the_part() {
        assert_eq!(Part::Bytes(2..6).content_range(10).as_deref(), Some("bytes 2-5/10"));
        assert_eq!(Part::Nowhere.content_range(10).as_deref(), Some("bytes */10"));
        assert_eq!(Part::Whole.content_range(10), None);
    }
}
