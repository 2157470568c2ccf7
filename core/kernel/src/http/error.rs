//! Errors sent to clients.

mod declare;

use std::{collections::BTreeMap, fmt};

use poem::{IntoResponse, Response, http::StatusCode};
use poem_openapi::Object;
use sparkyard_db::{DbError, RuleViolation};

/// Code of an [`ApiError`], in the extensions of its response. For metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorCode(pub &'static str);

tokio::task_local! {
    /// Id of the running request, shown to the client and in every log line.
    pub static REQUEST_ID: String;
}

const DISK_FULL: &str = "The server's disk is full. Nothing was changed. You can still look around, \
                         and delete what you no longer need; the host has to make room for more.";
const DISK_FAILED: &str = "The server cannot save anything at the moment. Nothing was changed; \
                           please try again in a few minutes.";
const OUTCOME_UNKNOWN: &str = "The server's disk failed while this was being saved, so we cannot say \
                               whether it was. Look whether it is there before you do it again.";

/// Body of every error response.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Error")]
pub struct ErrorBody {
    /// Always `error`.
    pub status: String,
    /// Stable code for programs: `module.snake_case`.
    pub code: String,
    /// One sentence for people.
    pub message: String,
    /// Message for each invalid field of the request.
    #[oai(skip_serializing_if_is_none)]
    pub fields: Option<BTreeMap<String, String>>,
    /// Page of the client where the person can do something about it, relative to the site.
    #[oai(skip_serializing_if_is_none)]
    pub link: Option<String>,
    /// Id to quote when asking the host for help.
    #[oai(skip_serializing_if_is_none)]
    pub request_id: Option<String>,
}

/// An error to be sent to the client. Internal details are logged, never sent.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// HTTP status.
    pub status: StatusCode,
    /// Stable code, `module.snake_case`.
    pub code: &'static str,
    /// Sentence for people.
    pub message: String,
    /// Message for each invalid field.
    pub fields: BTreeMap<String, String>,
    /// Seconds after which a retry makes sense.
    pub retry_after: Option<u64>,
    /// Page of the client that helps, relative to the site.
    pub link: Option<Box<str>>,
    /// Internal cause, for the log only.
    internal: Option<Box<str>>,
}

impl ApiError {
    /// Creates an error with a status, a stable code and a sentence.
    pub fn new(status: u16, code: &'static str, message: impl Into<String>) -> Self {
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self {
            status,
            code,
            message: message.into(),
            fields: BTreeMap::new(),
            retry_after: None,
            link: None,
            internal: None,
        }
    }

    /// Returns a 404.
    pub fn not_found(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(404, code, message)
    }

    /// Returns a 409.
    pub fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(409, code, message)
    }

    /// Returns a 422 for one field.
    pub fn invalid(field: &str, message: impl Into<String>) -> Self {
        Self::new(422, "request.invalid", message).field(field)
    }

    /// Returns a 500; `cause` goes to the log.
    pub fn internal(cause: impl fmt::Display) -> Self {
        let mut error = Self::new(
            500,
            "server.internal",
            "Something went wrong on our side. If you were changing something, look whether it was done \
             before you repeat it.",
        );
        error.internal = Some(cause.to_string().into());
        error
    }

    /// Shows the message at a field of the request.
    #[must_use]
    pub fn field(mut self, name: &str) -> Self {
        self.fields.insert(name.to_owned(), self.message.clone());
        self
    }

    /// Sets the number of seconds after which the client may retry.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Names a page of the client where the person can do something about it.
    #[must_use]
    pub fn link(mut self, path: impl Into<Box<str>>) -> Self {
        self.link = Some(path.into());
        self
    }

    /// Returns the response body.
    pub fn body(&self) -> ErrorBody {
        ErrorBody {
            status: "error".to_owned(),
            code: self.code.to_owned(),
            message: self.message.clone(),
            fields: (!self.fields.is_empty()).then(|| self.fields.clone()),
            link: self.link.as_deref().map(str::to_owned),
            request_id: REQUEST_ID.try_with(Clone::clone).ok(),
        }
    }
}

/// For the log: includes the internal cause.
impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        match &self.internal {
            Some(cause) => write!(f, " ({cause})"),
            None => Ok(()),
        }
    }
}

impl From<&RuleViolation> for ApiError {
    fn from(violation: &RuleViolation) -> Self {
        Self {
            retry_after: violation.retry_after,
            ..Self::new(violation.status, violation.code, violation.message)
        }
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Refused(violation) => violation.into(),
            DbError::Busy { .. } => Self::new(
                503,
                "server.busy",
                "Too many people are doing this at once. Nothing was changed; try again shortly.",
            )
            .retry_after(1),
            DbError::Full => Self::new(507, "storage.full", DISK_FULL).retry_after(60),
            DbError::Stopped(cause) => Self {
                internal: Some(cause.into()),
                ..Self::new(507, "storage.failed", DISK_FAILED).retry_after(10)
            },
            DbError::OutcomeUnknown(cause) => Self {
                internal: Some(cause.into()),
                ..Self::new(507, "storage.outcome_unknown", OUTCOME_UNKNOWN).retry_after(10)
            },
            error @ (DbError::AlreadyExists(_)
            | DbError::Corrupt(_)
            | DbError::Undeclared(_)
            | DbError::Internal(_)) => Self::internal(error),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Some(cause) = &self.internal {
            tracing::error!(code = self.code, cause, "request failed");
        }
        let mut response =
            poem_openapi::payload::Json(self.body()).with_status(self.status).into_response();
        response.extensions_mut().insert(ErrorCode(self.code));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert("retry-after", seconds.into());
        }
        response
    }
}
