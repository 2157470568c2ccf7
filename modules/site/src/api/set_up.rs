use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{
    AdminOnly, Json, Reply, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, UNAUTHORISED},
    ok,
    ports::TestMail,
};

use super::{
    Tag,
    dto::{JoiningForm, NewDetails, NewMode, SetUpState, SiteInfo, TestMailOutcome},
};
use crate::service::SiteService;

/// Error statuses common to all operations here.
const ADMIN: u32 = UNAUTHORISED | FORBIDDEN;

/// Operations for admins to set up the site.
pub struct SetUpApi(pub(super) Arc<SiteService>);

#[OpenApi(tag = "Tag::Site")]
impl SetUpApi {
    /// Changes the site's name, town and contact, and whether the front page shows figures, with
    /// immediate effect. An empty field is reset to the configured value. Recorded in the audit
    /// log. For admins.
    #[oai(path = "/api/admin/site", method = "put", operation_id = "change_site")]
    async fn change_site(
        &self,
        AdminOnly(caller): AdminOnly,
        Json(body): Json<NewDetails>,
    ) -> Reply<SiteInfo, { ADMIN | INPUT }> {
        let facts = self.0.change_details(&caller, body.into()).await?;
        done("Your site's details are saved.", facts.into())
    }

    /// Chooses how members pay each other, with immediate effect. Recorded in the audit log. For
    /// admins.
    ///
    /// 409 `site.mode_fixed` if the server's configuration says the mode, `site.pounds_held` if
    /// members would be left with pounds that they can neither spend nor withdraw.
    #[oai(path = "/api/admin/site/mode", method = "put", operation_id = "change_mode")]
    async fn change_mode(
        &self,
        AdminOnly(caller): AdminOnly,
        Json(body): Json<NewMode>,
    ) -> Reply<SiteInfo, { ADMIN | INPUT | CONFLICT }> {
        let facts = self.0.change_mode(&caller, body.mode).await?;
        done("Saved. It applies at once.", facts.into())
    }

    /// Chooses who may join and what new members get, with immediate effect. What is left out
    /// stays. Recorded in the audit log. For admins.
    ///
    /// 409 `site.joining_fixed` if the server's configuration says what would change.
    #[oai(path = "/api/admin/site/joining", method = "put", operation_id = "change_joining")]
    async fn change_joining(
        &self,
        AdminOnly(caller): AdminOnly,
        Json(body): Json<JoiningForm>,
    ) -> Reply<SetUpState, { ADMIN | INPUT | CONFLICT }> {
        self.0.change_joining(&caller, body.checked()?).await?;
        done("Saved. It applies at once.", self.0.set_up().await?.into())
    }

    /// Returns what is chosen for the site, and what has to be done on the server before others can
    /// use it safely, most urgent first. For admins.
    #[oai(path = "/api/admin/set-up", method = "get", operation_id = "get_set_up")]
    async fn get_set_up(&self, _caller: AdminOnly) -> Reply<SetUpState, ADMIN> {
        ok(self.0.set_up().await?.into())
    }

    /// Notes that the site is set up, so that the console no longer offers to continue. Recorded in
    /// the audit log. For admins.
    #[oai(path = "/api/admin/set-up/finish", method = "put", operation_id = "finish_set_up")]
    async fn finish_set_up(&self, AdminOnly(caller): AdminOnly) -> Reply<SetUpState, ADMIN> {
        self.0.finish_set_up(&caller).await?;
        done("Your site is set up.", self.0.set_up().await?.into())
    }

    /// Sends a test mail to your own address immediately, and returns the result with the
    /// conversation with the mail server. Succeeds also if the mail could not be sent: see `result`
    /// and `cause`. For admins.
    #[oai(path = "/api/admin/test-mail", method = "post", operation_id = "send_test_mail")]
    async fn send_test_mail(&self, AdminOnly(caller): AdminOnly) -> Reply<TestMailOutcome, ADMIN> {
        let to = &caller.email;
        let report = self.0.send_test_mail(&caller).await?;
        let message = match &report.outcome {
            TestMail::Sent => {
                format!("Your mail server has accepted an email to {to}. Has it arrived?")
            }
            TestMail::Written => {
                "No mail server is set: the email was written to a file, and nobody gets it."
                    .to_owned()
            }
            TestMail::Failed(_) => "The email could not be sent.".to_owned(),
        };
        done(&message, report.into())
    }
}
