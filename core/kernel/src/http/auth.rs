//! Authentication and authorisation of requests.

use std::{fmt, str::FromStr, sync::Arc};

use async_trait::async_trait;
use poem::Request;
use poem_openapi::{Enum, SecurityScheme, auth::Bearer};
use surrealdb::types::SurrealValue;

use crate::{
    ApiError, UserId, client::MemberAllowance, in_flight::InFlight, request_usage::RequestUsage,
};

/// Role of a member, with increasing permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum Role {
    /// May use their own account only.
    Member,
    /// May also handle reports, content and members' conduct.
    Moderator,
    /// May do everything.
    Admin,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Member => "member",
            Self::Moderator => "moderator",
            Self::Admin => "admin",
        })
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "member" => Ok(Self::Member),
            "moderator" => Ok(Self::Moderator),
            "admin" => Ok(Self::Admin),
            other => Err(format!("unknown role {other:?}")),
        }
    }
}

/// The signed-in member behind a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Id of the member.
    pub id: UserId,
    /// Verified email address; empty for a member without one, for whom a delegate acts.
    pub email: String,
    /// Current role, not the role at the time the token was issued.
    pub role: Role,
    /// Session of the access token.
    pub session: String,
    /// Whether the role requires a second factor that is not set up; until then the member has no
    /// permissions of the role.
    pub second_factor_due: bool,
    /// Whether the member had to agree to changed texts by now and has not; until then the member
    /// may only read, agree, sign out, settle what is open, take their data along and leave.
    pub agreement_overdue: bool,
    /// Member who acts for the caller, if it is not the caller.
    pub delegate: Option<UserId>,
}

/// Header in which a delegate names the member for whom they act.
pub const ACTING_FOR: &str = "acting-for";

impl Caller {
    /// Checks whether the caller may act as `role` right now.
    pub fn acts_as(&self, role: Role) -> bool {
        self.role >= role && (role == Role::Member || !self.second_factor_due)
    }
}

/// Authenticates access tokens. Offered by the auth module; a token of an ended session or of a
/// suspended member is refused with 401.
#[async_trait]
pub trait Authenticator: Send + Sync + 'static {
    /// Returns the caller that `access_token` belongs to.
    async fn authenticate(&self, access_token: &str) -> Result<Caller, ApiError>;

    /// Returns `member` as the caller, for whom `delegate` acts. `change` is the method and path of
    /// a request that changes something; it is recorded in the audit log. 403 if `delegate` is not
    /// the delegate of that member.
    async fn act_for(
        &self,
        delegate: &Caller,
        member: &UserId,
        change: Option<&str>,
    ) -> Result<Caller, ApiError>;

    /// Checks, in order, which of `access_tokens` are still valid. For long-lived responses; the
    /// check does not count as use of a session.
    async fn are_good(&self, access_tokens: &[Arc<str>]) -> Result<Vec<bool>, ApiError>;
}

/// Returns the 401 error for a missing, expired or foreign token.
pub fn unauthorised() -> ApiError {
    ApiError::new(401, "auth.unauthorised", "Please sign in to continue.")
}

/// Returns the 403 error for what the caller's role does not allow.
pub fn forbidden() -> ApiError {
    ApiError::new(403, "auth.forbidden", "You are not allowed to do this.")
}

/// Returns the 403 error for a change by a member who has not agreed to changed texts in time.
pub fn agreement_due() -> ApiError {
    ApiError::new(403, "auth.agreement_due", "Please read what has changed and agree to it first.")
}

/// Returns the 403 error for what a delegate cannot do for a member.
pub fn own_account_only() -> ApiError {
    ApiError::new(403, "auth.own_account_only", "Only the member can do this themselves.")
}

fn second_factor_needed() -> ApiError {
    ApiError::new(403, "auth.second_factor_needed", "Set up two-step sign-in first.")
}

fn authenticator(request: &Request) -> Result<&Arc<dyn Authenticator>, ApiError> {
    let installed = request.data::<Arc<dyn Authenticator>>();
    installed.ok_or_else(|| ApiError::internal("no authenticator is installed"))
}

fn refused(error: ApiError) -> poem::Error {
    use poem::IntoResponse;
    poem::Error::from_response(error.into_response())
}

/// Returns the owner of the access token, and counts the request as theirs.
async fn token_owner(request: &Request, bearer: &Bearer) -> Result<Caller, ApiError> {
    let caller = authenticator(request)?.authenticate(&bearer.token).await?;
    admit(request, &caller)?;
    if let Some(usage) = RequestUsage::current() {
        usage.belongs_to(&caller.id);
    }
    Ok(caller)
}

/// Returns the caller, unless they say that they act for somebody else.
async fn caller(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    let caller = token_owner(request, &bearer).await.map_err(refused)?;
    match request.headers().contains_key(ACTING_FOR) {
        true => Err(refused(own_account_only())),
        false => Ok(caller),
    }
}

/// Returns the caller, or the member for whom they act; also if the owner of the token has not
/// agreed to changed texts in time.
async fn caller_or_member(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    let Some(member) = request.headers().get(ACTING_FOR) else {
        return caller(request, bearer).await;
    };
    let acting = async {
        let delegate = token_owner(request, &bearer).await?;
        let member = member.to_str().ok().and_then(UserId::received).ok_or_else(forbidden)?;
        let change = format!("{} {}", request.method(), request.uri().path());
        let change = (!request.method().is_safe()).then_some(&*change);
        let acting = authenticator(request)?.act_for(&delegate, &member, change).await?;
        Ok(Caller { agreement_overdue: delegate.agreement_overdue, ..acting })
    };
    acting.await.map_err(refused)
}

async fn member_or_delegate(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    agreed(request, caller_or_member(request, bearer).await?)
}

async fn signed_in(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    agreed(request, caller(request, bearer).await?)
}

/// Counts the request for the caller's in-flight limit and rate limit.
fn admit(request: &Request, caller: &Caller) -> Result<(), ApiError> {
    if let Some(in_flight) = request.data::<InFlight>() {
        in_flight.belongs_to(&caller.id)?;
    }
    match request.data::<Arc<dyn MemberAllowance>>() {
        Some(allowance) if request.method().is_safe() => allowance.spend_read(&caller.id),
        Some(allowance) => allowance.spend_change(&caller.id),
        None => Ok(()),
    }
}

/// Returns the caller, unless the request changes something and they have yet to agree to texts.
fn agreed(request: &Request, caller: Caller) -> poem::Result<Caller> {
    match caller.agreement_overdue && !request.method().is_safe() {
        true => Err(refused(agreement_due())),
        false => Ok(caller),
    }
}

async fn at_least(request: &Request, bearer: Bearer, role: Role) -> poem::Result<Caller> {
    let caller = signed_in(request, bearer).await?;
    if caller.acts_as(role) {
        return Ok(caller);
    }
    Err(refused(if caller.role < role { forbidden() } else { second_factor_needed() }))
}

async fn moderator(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    at_least(request, bearer, Role::Moderator).await
}

async fn admin(request: &Request, bearer: Bearer) -> poem::Result<Caller> {
    at_least(request, bearer, Role::Admin).await
}

/// Any signed-in member, by access token.
#[derive(SecurityScheme)]
#[oai(rename = "bearer", ty = "bearer", bearer_format = "JWT", checker = "signed_in")]
pub struct SignedIn(pub Caller);

/// Any signed-in member, or their delegate: with the header `Acting-For` and the id of the member,
/// the access token of the delegate does. For what a delegate may do.
#[derive(SecurityScheme)]
#[oai(rename = "bearer", ty = "bearer", bearer_format = "JWT", checker = "member_or_delegate")]
pub struct MemberOrDelegate(pub Caller);

/// Any signed-in member, also one who has not agreed to changed texts in time: to agree, to sign
/// out, to settle what is open, to take their data along and to leave.
#[derive(SecurityScheme)]
#[oai(rename = "bearer", ty = "bearer", bearer_format = "JWT", checker = "caller")]
pub struct SignedInWithoutAgreement(pub Caller);

/// Like [`SignedInWithoutAgreement`], or the member's delegate.
#[derive(SecurityScheme)]
#[oai(rename = "bearer", ty = "bearer", bearer_format = "JWT", checker = "caller_or_member")]
pub struct MemberOrDelegateWithoutAgreement(pub Caller);

/// A moderator or admin, by access token.
#[derive(SecurityScheme)]
#[oai(rename = "bearer", ty = "bearer", bearer_format = "JWT", checker = "moderator")]
pub struct StaffOnly(pub Caller);

/// An admin, by access token.
#[derive(SecurityScheme)]
#[oai(rename = "bearer", ty = "bearer", bearer_format = "JWT", checker = "admin")]
pub struct AdminOnly(pub Caller);
