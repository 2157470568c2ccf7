use poem_openapi::Object;

/// An email address.
#[derive(Object)]
pub(crate) struct EmailAddress {
    /// Email address; case and surrounding white space are ignored.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
}
