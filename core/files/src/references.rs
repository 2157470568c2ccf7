//! Comparison of references with the files that exist, for backups.

use sparkyard_kernel::HeldFiles;

use super::{Area, FileStore, PUBLIC_PREFIX, name::FileName};

impl FileStore {
    /// Returns the files to which rows refer, but for which `exists`, given `folder/name`, is
    /// false.
    pub async fn missing(
        &self,
        holders: &[HeldFiles],
        exists: impl Fn(&str) -> bool,
    ) -> anyhow::Result<Vec<String>> {
        self.records.note_holders(holders).await?;
        let mut missing = Vec::new();
        for held in self.records.held().await?.into_keys() {
            let (name, areas) = match held.strip_prefix(PUBLIC_PREFIX) {
                Some(name) => (name, &[Area::Public] as &[_]),
                None => (&*held, &[Area::Sealed, Area::Private] as &[_]),
            };
            // Rows may also name pictures elsewhere, which are not stored here.
            let Ok(name) = name.parse::<FileName>() else { continue };
            if !areas.iter().any(|area| exists(&name.clone().within(*area).to_string())) {
                missing.push(held);
            }
        }
        missing.sort_unstable();
        Ok(missing)
    }
}
