//! Archives of members' data: asking for them, writing and downloading them.

use std::{
    collections::{HashMap, HashSet},
    io::{self, ErrorKind},
    path::PathBuf,
    sync::Arc,
};

use bytes::Bytes;
use futures_util::Stream;
use ring::aead::LessSafeKey;
use serde_json::{Value, json};
use sparkyard_kernel::{
    ApiError, Caller, Cx, Timestamp, UserId,
    own_rows::{OwnRow, OwnRows, Owner},
    ports::{Accounts, Files, OwnData, People, Ports},
};
use tokio::fs;

use super::{archive::Archive, sealed};
use crate::{
    error::SettingsError,
    model::{
        contents::{Section, page},
        export::{Export, Progress},
    },
    store::SettingsStore,
};

/// Folder of the archives in the data directory.
const FOLDER: &str = "exports";
/// Number of batches of rows after which the progress is stored.
const NOTE_EVERY: usize = 10;
/// Space that must be left on the disk before more is written, in bytes: the largest file.
const LEAST_ROOM: u64 = 16 << 20;

/// Service of the archives.
pub(crate) struct ExportService {
    pub(super) cx: Cx,
    pub(super) store: SettingsStore,
    pub(super) accounts: Arc<dyn Accounts>,
    people: Arc<dyn People>,
    files: Arc<dyn Files>,
    pub(super) own: Arc<dyn OwnData>,
    key: LessSafeKey,
    folder: PathBuf,
}

impl ExportService {
    pub(crate) fn new(cx: &Cx, ports: &Ports) -> anyhow::Result<Self> {
        Ok(Self {
            cx: cx.clone(),
            store: SettingsStore::new(cx.db.clone()),
            accounts: ports.require("settings")?,
            people: ports.require("settings")?,
            files: ports.require("settings")?,
            own: ports.require("settings")?,
            key: sealed::key(&cx.keys)?,
            folder: cx.data_dir.join(FOLDER),
        })
    }

    /// Returns the time by which archives are judged.
    pub(crate) fn now(&self) -> Timestamp {
        self.cx.now()
    }

    /// Returns the latest archive of a member, if they asked for it themself.
    pub(crate) async fn latest(&self, user: &UserId) -> Result<Option<Export>, SettingsError> {
        let export = self.store.export(user).await?;
        Ok(export.filter(|export| export.asked_by.is_none()))
    }

    /// Asks for an archive of the data of the caller, who must confirm that it is them.
    pub(crate) async fn ask(
        &self,
        caller: &Caller,
        password: String,
        code: Option<&str>,
    ) -> Result<Export, SettingsError> {
        self.accounts.confirm(caller, password, code).await?;
        let (file, total) = (self.cx.ids.next(), self.own.all().len());
        let export = Export::asked_for(caller.id.clone(), None, file, total, self.cx.now());
        self.store.ask_for_export(&export).run::<()>().await?;
        Ok(export)
    }

    /// Returns the archive of the caller, who must confirm that it is them. It is decrypted while
    /// it is sent.
    pub(crate) async fn download(
        &self,
        caller: &Caller,
        password: String,
        code: Option<&str>,
    ) -> Result<impl Stream<Item = io::Result<Bytes>> + Send + use<>, SettingsError> {
        self.accounts.confirm(caller, password, code).await?;
        self.open(self.latest(&caller.id).await?).await
    }

    /// Returns the content of an archive.
    pub(super) async fn open(
        &self,
        export: Option<Export>,
    ) -> Result<impl Stream<Item = io::Result<Bytes>> + Send + use<>, SettingsError> {
        let export = export.ok_or(SettingsError::NoExport)?;
        if export.until(self.cx.now()).is_none() {
            return Err(SettingsError::NoExport);
        }
        let file = match fs::File::open(self.folder.join(&export.file)).await {
            Err(cause) if cause.kind() == ErrorKind::NotFound => {
                return Err(SettingsError::NoExport);
            }
            file => file.map_err(ApiError::internal)?,
        };
        let opened = sealed::opened(file, self.key.clone(), export.file).await;
        Ok(opened.map_err(ApiError::internal)?)
    }

    /// Writes the archives that wait, one after the other.
    pub(crate) async fn write_waiting(&self) -> anyhow::Result<()> {
        while let Some(export) = self.store.claim_export(&self.cx.ids.next(), self.cx.now()).await?
        {
            let mut progress = Progress::default();
            let bytes = match self.write(&export, &mut progress).await {
                Ok(Some(bytes)) => Some(i64::try_from(bytes)?),
                Ok(None) => continue,
                Err(cause) => {
                    tracing::error!("an archive could not be written: {cause:#}");
                    self.delete(&export.file).await?;
                    None
                }
            };
            self.store.end_export(&export, progress, bytes, self.cx.now()).await?;
        }
        Ok(())
    }

    /// Deletes the files of archives that are gone or were given up.
    pub(crate) async fn sweep(&self) -> anyhow::Result<()> {
        let mut files = match fs::read_dir(&self.folder).await {
            Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(()),
            files => files?,
        };
        while let Some(file) = files.next_entry().await? {
            let name = file.file_name().into_string().unwrap_or_default();
            if !self.store.is_export(&name).await? {
                self.delete(&name).await?;
            }
        }
        Ok(())
    }

    async fn delete(&self, file: &str) -> anyhow::Result<()> {
        match fs::remove_file(self.folder.join(file)).await {
            Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(()),
            deleted => Ok(deleted?),
        }
    }

    /// Writes an archive; returns its length in bytes, or `None` if another server has taken it
    /// over.
    async fn write(&self, export: &Export, progress: &mut Progress) -> anyhow::Result<Option<u64>> {
        let found = self.accounts.find(std::slice::from_ref(&export.id)).await;
        let found = found.map_err(|error| anyhow::anyhow!(error))?;
        let account = found.into_iter().next();
        let account = account.ok_or_else(|| anyhow::anyhow!("the account is gone"))?;
        let owner = Owner { user: account.id, email: account.email };
        fs::create_dir_all(&self.folder).await?;
        let path = self.folder.join(&export.file);
        let archive = Archive::create(path, self.key.clone(), export.file.clone()).await?;
        let mut writing =
            Writing { archive, owner, export, files: HashSet::new(), sections: Vec::new() };
        let for_staff = export.asked_by.is_some();
        for rule in self.own.all().into_iter().filter(|rule| !(for_staff && rule.private)) {
            if !self.write_rule(&rule, &mut writing, progress).await? {
                return Ok(None);
            }
            progress.done += 1;
            if !self.store.note_export(export, *progress, self.cx.now()).await? {
                return Ok(None);
            }
        }
        let Writing { mut archive, sections, .. } = writing;
        archive.begin("index.html".to_owned(), true).await?;
        archive
            .write(page(&sections, &self.cx.site.details().name, for_staff, self.cx.now()))
            .await?;
        Ok(Some(archive.finish().await?))
    }

    /// Writes the rows of a rule and their files; `false` if another server has taken over.
    async fn write_rule(
        &self,
        rule: &OwnRows,
        writing: &mut Writing<'_>,
        progress: &mut Progress,
    ) -> anyhow::Result<bool> {
        let owner = writing.owner.clone();
        let mut reader = rule.read(&self.cx.db, &owner);
        let (mut count, mut batches, mut files) = (0_usize, 0_usize, Vec::new());
        loop {
            let mut rows = reader.next().await?;
            if rows.is_empty() {
                break;
            }
            self.cx.db.room_for(LEAST_ROOM)?;
            self.name_people(rule, &owner.user, &mut rows).await?;
            let mut text = String::new();
            for row in &mut rows {
                files.extend(rule.files.iter().filter_map(|field| take_file(row, field)));
                text.push_str(if count == 0 { "[\n" } else { ",\n" });
                text.push_str(&serde_json::to_string_pretty(row)?);
                count += 1;
            }
            if batches == 0 {
                writing.archive.begin(Section::file_of(rule.what), true).await?;
            }
            writing.archive.write(text).await?;
            progress.rows += i64::try_from(rows.len())?;
            batches += 1;
            if batches % NOTE_EVERY == 0
                && !self.store.note_export(writing.export, *progress, self.cx.now()).await?
            {
                return Ok(false);
            }
        }
        if count > 0 {
            writing.archive.write("\n]\n").await?;
            writing.sections.push(Section { what: rule.what, data: rule.data, rows: count });
        }
        for stored in files {
            self.write_file(&stored, writing).await?;
        }
        Ok(true)
    }

    async fn write_file(&self, stored: &str, writing: &mut Writing<'_>) -> anyhow::Result<()> {
        let name = path_of(stored);
        if !writing.files.insert(name.clone()) {
            return Ok(());
        }
        self.cx.db.room_for(LEAST_ROOM)?;
        let content = self.files.get_own(stored).await.map_err(|error| anyhow::anyhow!(error))?;
        if let Some(content) = content {
            writing.archive.begin(name, false).await?;
            writing.archive.write(content).await?;
        }
        Ok(())
    }

    /// Adds the first names of the members in `rows`.
    async fn name_people(
        &self,
        rule: &OwnRows,
        owner: &UserId,
        rows: &mut [OwnRow],
    ) -> anyhow::Result<()> {
        let ids =
            rows.iter().flat_map(|row| rule.people.iter().filter_map(|field| row.get(*field)));
        let ids: HashSet<UserId> = ids.filter_map(Value::as_str).map(UserId::from).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let ids: Vec<UserId> = ids.into_iter().collect();
        let found = self.people.find(&ids).await.map_err(|error| anyhow::anyhow!(error))?;
        let mut names: HashMap<&str, &str> =
            found.iter().map(|(id, person)| (id.as_str(), person.firstname.as_str())).collect();
        names.insert(owner.as_str(), "You");
        for row in rows {
            for field in rule.people {
                let Some(member) = row.get(*field).and_then(Value::as_str) else { continue };
                let name = names.get(member).copied().unwrap_or("Former neighbour");
                let shown = json!({ "id": member, "name": name });
                row.insert((*field).to_owned(), shown);
            }
        }
        Ok(())
    }
}

/// An archive that is being written.
struct Writing<'a> {
    archive: Archive,
    owner: Owner,
    export: &'a Export,
    /// Paths of the stored files that are in it.
    files: HashSet<String>,
    sections: Vec<Section>,
}

/// Replaces the key or URL of a stored file by its path in the archive, and returns it.
fn take_file(row: &mut OwnRow, field: &str) -> Option<String> {
    let stored = row.get(field)?.as_str()?.to_owned();
    row.insert(field.to_owned(), path_of(&stored).into());
    Some(stored)
}

/// Path of a stored file in the archive. Of a URL, only what follows the last slash.
fn path_of(stored: &str) -> String {
    format!("files/{}", stored.rsplit('/').next().unwrap_or_default())
}
