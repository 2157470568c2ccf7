//! Files that an operation writes for one person: tables and documents.

use poem::Body;
use poem_openapi::{
    ApiResponse,
    payload::{Binary, PlainText, Response},
};

/// A table as a file.
#[derive(ApiResponse)]
pub enum CsvFile {
    /// The table as comma-separated values (RFC 4180), in UTF-8 with a byte order mark.
    #[oai(status = 200, content_type = "text/csv")]
    File(PlainText<String>),
}

impl CsvFile {
    /// Returns `content` as an attachment called `name`, not to be cached.
    pub fn answer(content: String, name: &str) -> Response<Self> {
        let answer = Self::File(PlainText(content));
        attachment(answer, name).header("content-type", "text/csv; charset=utf-8")
    }
}

/// A document as a file.
#[derive(ApiResponse)]
pub enum PdfFile {
    /// The document as PDF, on A4 pages, tagged for screen readers.
    #[oai(status = 200, content_type = "application/pdf")]
    File(Binary<Vec<u8>>),
}

impl PdfFile {
    /// Returns `content` as an attachment called `name`, not to be cached.
    pub fn answer(content: Vec<u8>, name: &str) -> Response<Self> {
        attachment(Self::File(Binary(content)), name).header("content-type", "application/pdf")
    }
}

/// An archive as a file.
#[derive(ApiResponse)]
pub enum ZipFile {
    /// The archive as ZIP.
    #[oai(status = 200, content_type = "application/zip")]
    File(Binary<Body>),
}

impl ZipFile {
    /// Returns `content` as an attachment called `name`, not to be cached.
    pub fn answer(content: Body, name: &str) -> Response<Self> {
        attachment(Self::File(Binary(content)), name).header("content-type", "application/zip")
    }
}

/// A calendar file.
#[derive(ApiResponse)]
pub enum CalendarFile {
    /// Appointments in the iCalendar format (RFC 5545).
    #[oai(status = 200, content_type = "text/calendar")]
    File(PlainText<String>),
}

impl CalendarFile {
    /// Returns `content` as an attachment called `name`, not to be cached.
    pub fn answer(content: String, name: &str) -> Response<Self> {
        let answer = Self::File(PlainText(content));
        attachment(answer, name).header("content-type", "text/calendar; charset=utf-8")
    }
}

fn attachment<T>(answer: T, name: &str) -> Response<T> {
    Response::new(answer)
        .header("content-disposition", format!("attachment; filename=\"{name}\""))
        .header("x-content-type-options", "nosniff")
        .header("cache-control", "private, no-store")
}
