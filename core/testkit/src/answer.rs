use serde_json::Value;

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, when it is JSON; else `null`.
    pub body: Value,
    /// The body as it came.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// `data` of a success; panics with the body otherwise.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, 200, "expected a success, got {}", self.body);
        assert_eq!(self.body["status"], "success", "{}", self.body);
        self.body["data"].clone()
    }

    /// Asserts an error in the envelope, with this status and code.
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

    /// Asserts a 422 that names `field`.
    #[track_caller]
    pub fn invalid(&self, field: &str) -> &Self {
        assert_eq!(self.status, 422, "{}", self.body);
        assert!(self.body["fields"][field].is_string(), "no message for {field}: {}", self.body);
        self
    }

    /// Where the next page begins.
    pub fn next_cursor(&self) -> Option<String> {
        self.body["next_cursor"].as_str().map(str::to_owned)
    }

    /// One header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}
