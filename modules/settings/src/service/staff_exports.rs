//! Archives that staff ask for on behalf of a member.

use std::io;

use bytes::Bytes;
use futures_util::Stream;
use sparkyard_kernel::{
    Caller, UserId,
    audit::{AuditEntry, Reading},
    events::settings::{EXPORT_ASKED_BY_STAFF, ExportAskedByStaff},
};

use super::exports::ExportService;
use crate::{error::SettingsError, model::export::Export};

impl ExportService {
    /// Returns the latest archive of a member, if `staff` asked for it.
    pub(crate) async fn latest_by(
        &self,
        staff: &UserId,
        user: &UserId,
    ) -> Result<Option<Export>, SettingsError> {
        let export = self.store.export(user).await?;
        Ok(export.filter(|export| export.asked_by.as_ref() == Some(staff)))
    }

    /// Asks for an archive of a member's data in the name of `caller`, who must confirm that it is
    /// them with password and code. The member is told.
    pub(crate) async fn ask_for(
        &self,
        caller: &Caller,
        user: &UserId,
        reason: &str,
        (password, code): (String, Option<&str>),
    ) -> Result<Export, SettingsError> {
        if caller.id == *user {
            return Err(SettingsError::OwnExport);
        }
        self.accounts.confirm(caller, password, code).await?;
        if self.accounts.find(std::slice::from_ref(user)).await?.is_empty() {
            return Err(SettingsError::NoMember);
        }
        let (now, total) =
            (self.cx.now(), self.own.all().iter().filter(|rule| !rule.private).count());
        let (file, by) = (self.cx.ids.next(), caller.id.clone());
        let export = Export::asked_for(user.clone(), Some(by), file, total, now);
        let audit = AuditEntry {
            id: self.cx.ids.next(),
            at: now,
            actor: caller.id.as_str(),
            action: EXPORT_ASKED_BY_STAFF.name(),
            subject: format!("user:{user}"),
            detail: reason.to_owned(),
        };
        let payload = ExportAskedByStaff { user_id: user.clone(), reason: reason.to_owned() };
        let write = self.store.ask_for_export(&export).call(audit.fragment());
        let write = write.publish(EXPORT_ASKED_BY_STAFF, export.file.clone(), now, payload);
        write.run::<()>().await?;
        Ok(export)
    }

    /// Returns the archive of a member that the caller asked for, and records it. The caller must
    /// confirm that it is them.
    pub(crate) async fn download_for(
        &self,
        caller: &Caller,
        user: &UserId,
        password: String,
        code: Option<&str>,
    ) -> Result<impl Stream<Item = io::Result<Bytes>> + Send + use<>, SettingsError> {
        self.accounts.confirm(caller, password, code).await?;
        let content = self.open(self.latest_by(&caller.id, user).await?).await?;
        let reading = Reading {
            at: self.cx.now(),
            actor: caller.id.as_str(),
            action: "settings.export_downloaded",
            subject: format!("user:{user}"),
            detail: String::new(),
        };
        reading.record(&self.cx.db).await?;
        Ok(content)
    }
}
