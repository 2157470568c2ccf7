//! Request and response bodies.

use poem_openapi::Object;
use sparkyard_kernel::{DateTime, UserId};

use crate::model::{NamedDelegation, NewMember, OwnDelegations, Status};

/// A delegate to be appointed.
#[derive(Debug, Object)]
pub(crate) struct DelegationForm {
    /// Id of the member for whom somebody is to act.
    pub(crate) member_id: UserId,
    /// Id of the member who is to act for them.
    pub(crate) delegate_id: UserId,
    /// How a member without an address told you that they agree, 3 to 200 characters; not used for
    /// others.
    #[oai(validator(max_length = 400))]
    pub(crate) agreed: Option<String>,
}

/// A neighbour without an email address.
#[derive(Debug, Object)]
#[oai(rename = "NewMemberWithDelegate")]
pub(crate) struct NewMemberForm {
    /// First name.
    #[oai(validator(max_length = 120))]
    firstname: String,
    /// Last name.
    #[oai(validator(max_length = 120))]
    lastname: String,
    /// Telephone number; may be empty.
    #[oai(default, validator(max_length = 60))]
    phone: String,
    /// Town or village; may be empty.
    #[oai(default, validator(max_length = 240))]
    location: String,
    /// Text about them, at most 500 characters.
    #[oai(default, validator(max_length = 1000))]
    about: String,
    /// How they told you that they agree to the terms and to their helper, 3 to 200 characters.
    #[oai(validator(max_length = 400))]
    agreed: String,
    /// Whether they are 18 or older; must be true.
    adult: bool,
    /// Id of the member who is to act for them.
    delegate_id: UserId,
}

impl From<NewMemberForm> for (NewMember, UserId) {
    fn from(form: NewMemberForm) -> Self {
        let NewMemberForm {
            firstname,
            lastname,
            phone,
            location,
            about,
            agreed,
            adult,
            delegate_id,
        } = form;
        let new = NewMember { firstname, lastname, phone, location, about, agreed, adult };
        (new, delegate_id)
    }
}

/// Reason for which an admin ends a delegation.
#[derive(Debug, Object)]
pub(crate) struct DelegationEnd {
    /// Reason, 1 to 200 characters.
    #[oai(validator(max_length = 400))]
    pub(crate) reason: String,
}

/// A member, and who acts for them.
#[derive(Debug, Object)]
#[oai(rename = "Delegation", skip_serializing_if_is_none)]
pub(crate) struct DelegationView {
    /// Id of the member.
    member_id: UserId,
    /// Name of the member.
    member: String,
    /// Id of the delegate.
    delegate_id: UserId,
    /// Name of the delegate.
    delegate: String,
    /// Whether it holds, or waits for the member.
    status: Status,
    /// Whether the member can sign in; without an address they cannot.
    signs_in: bool,
    /// Time since which it holds, or has been waiting, RFC 3339.
    since: DateTime,
}

impl From<NamedDelegation> for DelegationView {
    fn from(named: NamedDelegation) -> Self {
        let NamedDelegation { delegation, member, delegate, signs_in } = named;
        Self {
            member_id: delegation.member,
            member,
            delegate_id: delegation.delegate,
            delegate,
            status: delegation.status,
            signs_in,
            since: delegation.since.into(),
        }
    }
}

/// Who acts for you, and for whom you act.
#[derive(Debug, Object)]
#[oai(rename = "OwnDelegations", skip_serializing_if_is_none)]
pub(crate) struct OwnDelegationsView {
    /// Who acts for you, or is suggested to; left out if nobody is.
    own: Option<DelegationView>,
    /// For whom you act, newest first; also those who have yet to accept it.
    for_others: Vec<DelegationView>,
}

impl From<OwnDelegations> for OwnDelegationsView {
    fn from(delegations: OwnDelegations) -> Self {
        Self {
            own: delegations.own.map(DelegationView::from),
            for_others: delegations.for_others.into_iter().map(DelegationView::from).collect(),
        }
    }
}
