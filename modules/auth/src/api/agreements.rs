use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    AdminOnly, Json, Reply, SignedIn, SignedInWithoutAgreement, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::{Agreement, AgreementOverview, AgreementRequestForm, Agreements},
};
use crate::service::AuthService;

/// Days that members have to agree, unless the admin says otherwise.
const USUAL_DAYS: u32 = 14;

/// Operations on the texts that members agree to.
pub struct AgreementsApi(pub(super) Arc<AuthService>);

#[OpenApi(prefix_path = "/api", tag = "Tag::Auth")]
impl AgreementsApi {
    /// Returns the texts that members agree to, what you agreed to, and whether you are asked to
    /// agree again.
    #[oai(path = "/auth/agreements", method = "get", operation_id = "get_agreements")]
    async fn get_agreements(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<Agreements, { UNAUTHORISED | NOT_FOUND }> {
        ok(self.0.agreements_of(&caller).await?.into())
    }

    /// Agrees to the current texts.
    ///
    /// If `due` of `get_agreements` says so, its time has passed and you have not agreed, all that
    /// changes something is refused with 403 `auth.agreement_due`; reading, agreeing, signing out,
    /// the download of your data and leaving are not. 409 `auth.agreement_changed` if `edition` is
    /// not the current one.
    #[oai(path = "/auth/agreements/accept", method = "post", operation_id = "accept_agreements")]
    async fn accept_agreements(
        &self,
        SignedInWithoutAgreement(caller): SignedInWithoutAgreement,
        Json(body): Json<Agreement>,
    ) -> Reply<Agreements, { UNAUTHORISED | NOT_FOUND | INPUT | CONFLICT }> {
        self.0.agree(&caller, body.edition).await?;
        done("Thank you. It is recorded.", self.0.agreements_of(&caller).await?.into())
    }

    /// Returns the texts that members agree to, with earlier ones, and how many members agreed. For
    /// admins.
    #[oai(path = "/admin/agreements", method = "get", operation_id = "get_agreement_overview")]
    async fn get_agreement_overview(
        &self,
        _caller: AdminOnly,
    ) -> Reply<AgreementOverview, { UNAUTHORISED | FORBIDDEN }> {
        ok(self.0.agreement_overview().await?.into())
    }

    /// Asks members who have not agreed to the current texts to do so. Recorded in the audit log.
    /// For admins.
    ///
    /// 409 `auth.agreement_changed` if the texts are not the current ones, `auth.agreement_asked` if
    /// members have been asked to agree to them.
    #[oai(
        path = "/admin/agreements/:edition/ask",
        method = "put",
        operation_id = "ask_for_agreement"
    )]
    async fn ask_for_agreement(
        &self,
        AdminOnly(caller): AdminOnly,
        /// Number of the current texts.
        edition: Path<i64>,
        Json(body): Json<AgreementRequestForm>,
    ) -> Reply<AgreementOverview, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT }> {
        let days = body.days.unwrap_or(USUAL_DAYS);
        self.0.ask_to_agree(&caller, edition.0, &body.changes, days).await?;
        done("Members are asked from now on.", self.0.agreement_overview().await?.into())
    }
}
