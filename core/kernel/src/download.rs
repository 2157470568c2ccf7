//! Hands out files over HTTP: the whole, or the part that a client asks for.

use std::ops::Range;

use bytes::Bytes;
use poem::IntoResponse;
use poem_openapi::{
    ApiResponse, ResponseContent,
    payload::{Binary, Json, Payload, Response},
    registry::MetaMediaType,
};

use crate::{ApiError, error::ErrorBody};

/// Which part of a file a request wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// These bytes, all of which are there.
    Bytes(Range<usize>),
    /// Bytes that are not there.
    Nowhere,
}

/// What a request says about the part that it wants: its headers `Range` and `If-Range`.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartHeaders<'a> {
    /// `bytes=0-99`, `bytes=100-` or `bytes=-100`.
    pub range: Option<&'a str>,
    /// The `ETag` of the content that the client already has a part of.
    pub if_range: Option<&'a str>,
}

impl Part {
    /// The part that `wanted` names of a content of `length` bytes called `etag`, by RFC 9110:
    /// one range of bytes counts; several, other units and what makes no sense are passed over,
    /// and so is every range of a content that the client knows by another name.
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

    /// What `Content-Range` says of it; nothing of the whole.
    pub fn content_range(&self, length: usize) -> Option<String> {
        match self {
            Self::Whole => None,
            Self::Bytes(range) => Some(format!("bytes {}-{}/{length}", range.start, range.end - 1)),
            Self::Nowhere => Some(format!("bytes */{length}")),
        }
    }
}

/// 416 for a part that is not there.
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

/// What is longer than any file is as good as the longest.
fn number(digits: &str) -> usize {
    digits.parse().unwrap_or(usize::MAX)
}

/// What is in a file of any kind that is stored: pictures, PDF, and bytes nobody knows.
pub struct AnyFile(Bytes);

/// What is in a picture that was made anew here.
pub struct Picture(Bytes);

/// Makes `$name` a content of these media types.
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

/// A file on its way to somebody who may read it.
#[derive(ApiResponse)]
pub enum Download<C: ResponseContent + IntoResponse + Send = AnyFile> {
    /// The file.
    #[oai(status = 200)]
    Whole(C),
    /// The part that was asked for.
    #[oai(status = 206)]
    Part(
        C,
        /// Which part it is: `bytes 0-99/1234`.
        #[oai(header = "Content-Range")]
        String,
    ),
    /// There is no such part.
    #[oai(status = 416)]
    Nowhere(
        Json<ErrorBody>,
        /// How long the file is: `bytes */1234`.
        #[oai(header = "Content-Range")]
        String,
    ),
}

/// A private file with what a browser must know about it.
#[derive(Debug)]
pub struct PrivateFile {
    /// What is in it.
    pub content: Bytes,
    /// Media type as detected.
    pub media_type: String,
    /// What to call it when saved: letters, digits, dots and hyphens. Other content under the
    /// same address has another name.
    pub name: String,
}

impl PrivateFile {
    /// The answer to a request for `wanted`: saved, never shown in a page of ours, never kept by
    /// a cache.
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
    fn one_range_of_bytes_counts() {
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
    fn a_range_is_of_the_content_that_the_client_knows() {
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
    fn a_part_says_where_it_lies() {
        assert_eq!(Part::Bytes(2..6).content_range(10).as_deref(), Some("bytes 2-5/10"));
        assert_eq!(Part::Nowhere.content_range(10).as_deref(), Some("bytes */10"));
        assert_eq!(Part::Whole.content_range(10), None);
    }
}
