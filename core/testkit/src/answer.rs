use serde_json::Value;

use crate::pdf::pdf_pages;

/// A response to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Body, if it is JSON; otherwise `null`.
    pub body: Value,
    /// Body as received.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// Returns `data` of a success; panics with the body otherwise.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "expected a success, got {}", self.body);
        assert_eq!(self.body["status"], "success", "{}", self.body);
        self.body["data"].clone()
    }

    /// Asserts an error in the envelope with this status and code.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> &Self {
        assert_eq!(
            (self.status, self.body["code"].as_str()),
            (status, Some(code)),
            "{}",
            self.body
        );
        assert_eq!(self.body["status"], "error", "{}", self.body);
        assert!(self.body["message"].as_str().is_some_and(|text| !text.is_empty()));
        self
    }

    /// Asserts a 422 with a message for `field`.
    #[track_caller]
    pub fn invalid(&self, field: &str) -> &Self {
        assert_eq!(self.status, 422, "{}", self.body);
        assert!(self.body["fields"][field].is_string(), "no message for {field}: {}", self.body);
        self
    }

    /// Returns the words of each page of a PDF; panics with the body otherwise.
    #[track_caller]
    pub fn pdf_pages(&self) -> Vec<String> {
        assert_eq!(self.status, 200, "expected a PDF, got {}", self.body);
        assert_eq!(self.header("content-type"), Some("application/pdf"));
        pdf_pages(&self.bytes)
    }

    /// Returns the cursor of the next page.
    pub fn next_cursor(&self) -> Option<String> {
        self.body["next_cursor"].as_str().map(str::to_owned)
    }

    /// Returns the value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}
