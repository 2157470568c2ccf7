//! Downloads that an operation makes for one person: CSV, PDF, ZIP and iCalendar files.

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
    pub fn response(content: String, name: &str) -> Response<Self> {
        let response = attachment(Self::File(PlainText(content)), name);
        // Adds the charset, which the type in the API document does not have.
        response.header("content-type", "text/csv; charset=utf-8")
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
    pub fn response(content: Vec<u8>, name: &str) -> Response<Self> {
        attachment(Self::File(Binary(content)), name)
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
    pub fn response(content: Body, name: &str) -> Response<Self> {
        attachment(Self::File(Binary(content)), name)
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
    pub fn response(content: String, name: &str) -> Response<Self> {
        let response = attachment(Self::File(PlainText(content)), name);
        // Adds the charset, which the type in the API document does not have.
        response.header("content-type", "text/calendar; charset=utf-8")
    }
}

fn attachment<T>(file: T, name: &str) -> Response<T> {
    Response::new(file)
        .header("content-disposition", format!("attachment; filename=\"{name}\""))
        .header("x-content-type-options", "nosniff")
        .header("cache-control", "private, no-store")
}
