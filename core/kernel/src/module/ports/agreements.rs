use surrealdb::types::SurrealValue;

/// A text that members agree to, as the server has it.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub struct AgreementText {
    /// Name of its page, such as `terms`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Hash of title and text, 12 characters. Equal for texts that differ in spacing only.
    pub version: String,
}

/// Texts that members agree to when they join. Offered by site.
pub trait AgreementTexts: Send + Sync + 'static {
    /// Returns the texts, as read when the server started.
    fn current(&self) -> Vec<AgreementText>;
}
