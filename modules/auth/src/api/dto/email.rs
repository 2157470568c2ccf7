use poem_openapi::Object;

/// An email address.
#[derive(Object)]
pub(crate) struct EmailAddress {
    /// Any case; surrounding space does not count.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
}
