//! Delegations and their rules.

use poem_openapi::Enum;
use sparkyard_kernel::{
    ApiError, Timestamp, UserId,
    ports::MemberDetails,
    text,
    validate::{Checks, is_phone},
};
use surrealdb::types::SurrealValue;

/// Maximum number of members for whom one member acts.
pub(crate) const MAX_MEMBERS: i64 = 30;
/// Maximum lengths, in characters.
const MAX_NAME: usize = 60;
const MAX_PHONE: usize = 30;
const MAX_TOWN: usize = 120;
const MAX_ABOUT: usize = 500;
const MAX_AGREED: usize = 200;
const MAX_REASON: usize = 200;

/// Status of a delegation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "DelegationStatus", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub(crate) enum Status {
    /// Waits for the member to accept it; has no effect yet.
    Asked,
    /// The delegate may act for the member.
    Active,
}

/// A member, and who acts for them.
#[derive(Clone, Debug)]
pub(crate) struct Delegation {
    pub(crate) member: UserId,
    pub(crate) delegate: UserId,
    pub(crate) status: Status,
    /// How the member told the operator that they agree; `None` if they accept it themselves.
    pub(crate) agreed: Option<String>,
    pub(crate) appointed_by: UserId,
    pub(crate) appointed_at: Timestamp,
    /// Time of the appointment, or of its acceptance.
    pub(crate) since: Timestamp,
}

impl Delegation {
    /// Checks whether `user` may act for the member.
    pub(crate) fn allows(&self, user: &UserId) -> bool {
        self.status == Status::Active && self.delegate == *user
    }

    /// Checks whether `user` is the member or the delegate.
    pub(crate) fn concerns(&self, user: &UserId) -> bool {
        [&self.member, &self.delegate].contains(&user)
    }
}

/// A delegation with the names of the two; empty for a former member.
#[derive(Clone, Debug)]
pub(crate) struct NamedDelegation {
    pub(crate) delegation: Delegation,
    pub(crate) member: String,
    pub(crate) delegate: String,
    /// Whether the member can sign in.
    pub(crate) signs_in: bool,
}

/// The delegations of a member: their own, and those in which they are the delegate.
#[derive(Clone, Debug)]
pub(crate) struct OwnDelegations {
    pub(crate) own: Option<NamedDelegation>,
    pub(crate) for_others: Vec<NamedDelegation>,
}

/// A member without an address, as an admin writes them down.
#[derive(Clone, Debug)]
pub(crate) struct NewMember {
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) phone: String,
    pub(crate) location: String,
    pub(crate) about: String,
    /// How the member told the operator that they agree to the texts and to the delegate.
    pub(crate) agreed: String,
    /// Whether the admin confirms that the member is an adult.
    pub(crate) adult: bool,
}

impl NewMember {
    /// Returns the details of the member, and how they agreed. A 422 names the fields that are
    /// wrong.
    pub(crate) fn checked(&self) -> Result<(MemberDetails, String), ApiError> {
        let no_phone = self.phone.trim().is_empty();
        Checks::new()
            .name("firstname", &self.firstname, MAX_NAME)
            .name("lastname", &self.lastname, MAX_NAME)
            .line("phone", &self.phone, 0, MAX_PHONE)
            .check("phone", no_phone || is_phone(&self.phone), "Please enter a telephone number.")
            .line("location", &self.location, 0, MAX_TOWN)
            .prose("about", &self.about, 0, MAX_ABOUT)
            .line("agreed", &self.agreed, 3, MAX_AGREED)
            .check("adult", self.adult, "They need to be 18 or older to join.")
            .finish()?;
        let member = MemberDetails {
            firstname: text::line(&self.firstname),
            lastname: text::line(&self.lastname),
            phone: text::line(&self.phone),
            location: Some(text::line(&self.location)).filter(|town| !town.is_empty()),
            bio: text::prose(&self.about),
        };
        Ok((member, text::line(&self.agreed)))
    }
}

/// Returns how a member agreed, as it is stored. 422 if it is too short or too long.
pub(crate) fn checked_agreement(agreed: &str) -> Result<String, ApiError> {
    Checks::new().line("agreed", agreed, 3, MAX_AGREED).finish()?;
    Ok(text::line(agreed))
}

/// Returns a reason as it is stored. 422 if it is empty or too long.
pub(crate) fn checked_reason(reason: &str) -> Result<String, ApiError> {
    Checks::new().line("reason", reason, 1, MAX_REASON).finish()?;
    Ok(text::line(reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn member_without_address_is_validated() {
        let edith = NewMember {
            firstname: " Edith ".to_owned(),
            lastname: "Moss".to_owned(),
            phone: String::new(),
            location: String::new(),
            about: "Bakes.".to_owned(),
            agreed: "signed the form of 2 March".to_owned(),
            adult: true,
        };
        let (member, agreed) = edith.checked().unwrap();
        assert_eq!((&*member.firstname, member.location), ("Edith", None));
        assert_eq!(agreed, "signed the form of 2 March");
        let wrong = NewMember {
            firstname: "https://example.org".to_owned(),
            lastname: String::new(),
            phone: "call me".to_owned(),
            location: "a\nb".to_owned(),
            about: "a".repeat(501),
            agreed: " ".to_owned(),
            adult: false,
        };
        let fields = wrong.checked().unwrap_err().fields;
        assert_eq!(
            fields.into_keys().collect::<Vec<_>>(),
            ["about", "adult", "agreed", "firstname", "lastname", "location", "phone"]
        );
    }
}
