use sparkyard_kernel::{
    ApiError,
    db::{DbError, Refusal},
};

/// Rules that the database itself enforces.
pub(crate) const REFUSALS: &[Refusal] = &[
    Refusal { code: "auth.account_not_found", status: 404, message: "There is no such account." },
    Refusal {
        code: "auth.last_admin",
        status: 409,
        message: "This is the last administrator. Make somebody else one first.",
    },
    Refusal {
        code: "auth.too_many_codes",
        status: 429,
        message: "We have sent several codes to this address. Please try again in an hour.",
    },
    Refusal {
        code: "auth.registration_expired",
        status: 409,
        message: "Your email check has expired. Please ask for a new code.",
    },
    Refusal {
        code: "auth.admin_link_void",
        status: 409,
        message: "This link has been used or has expired. Ask for a new one.",
    },
];

/// What can go wrong while signing up or in.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AuthError {
    /// Address unknown or password wrong; deliberately the same.
    #[error("invalid credentials")]
    InvalidCredentials,
    /// The code is wrong, used, expired or has been tried too often.
    #[error("wrong code")]
    WrongCode,
    /// The refresh token is unknown, used or of an ended session.
    #[error("session ended")]
    SessionEnded,
    /// Somebody proved this address before.
    #[error("email taken")]
    EmailTaken,
    /// Too many passwords are waiting to be hashed.
    #[error("hashing queue is full")]
    Overloaded,
    /// Hashing itself failed.
    #[error("password hashing: {0}")]
    Hashing(String),
    /// A field or port said no.
    #[error("{}", .0.message)]
    Api(ApiError),
    /// The database.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<ApiError> for AuthError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<AuthError> for ApiError {
    fn from(error: AuthError) -> Self {
        match error {
            AuthError::InvalidCredentials => {
                Self::new(401, "auth.invalid_credentials", "Invalid credentials. Please try again.")
            }
            AuthError::WrongCode => {
                let message = "That code is wrong or has expired. Check it, or ask for a new one.";
                let mut error = Self::new(422, "auth.wrong_code", message);
                error.fields.insert("code".to_owned(), message.to_owned());
                error
            }
            AuthError::SessionEnded => Self::new(
                401,
                "auth.session_ended",
                "Your session has ended. Please sign in again.",
            ),
            AuthError::EmailTaken => Self::conflict(
                "auth.email_taken",
                "There is an account with this address already. Please sign in.",
            ),
            AuthError::Overloaded => {
                Self::new(503, "auth.busy", "Many people are signing in. Please try again shortly.")
                    .retry_after(2)
            }
            AuthError::Hashing(cause) => Self::internal(cause),
            AuthError::Api(error) => error,
            AuthError::Db(DbError::Refused(refusal)) if refusal.status == 429 => {
                Self::from(refusal).retry_after(3600)
            }
            AuthError::Db(error) => error.into(),
        }
    }
}
