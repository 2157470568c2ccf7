//! Section `[files]`: storage of uploads.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Kind of file storage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileStoreKind {
    /// Directory `files/` below the data directory.
    #[default]
    Disk,
    /// S3 bucket.
    S3,
}

/// The `[files]` section.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct FilesConfig {
    /// Kind of file storage.
    pub store: FileStoreKind,
    /// Bucket, for [`FileStoreKind::S3`].
    pub s3: S3Config,
}

/// The `[files.s3]` or `[backup.s3]` section.
#[derive(Clone, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct S3Config {
    /// Name of the bucket, which must be used for this purpose only.
    pub bucket: String,
    /// Endpoint, `https://HOST[:PORT]`; empty for Amazon S3.
    pub endpoint: String,
    /// Region, as named by the provider.
    pub region: String,
    /// Access key; empty, like the secret key, for a machine that gets its credentials from Amazon.
    pub access_key: String,
    /// Secret key.
    pub secret_key: String,
    /// Whether the bucket is part of the path instead of the host name.
    pub path_style: bool,
}

impl Default for S3Config {
    fn default() -> Self {
        Self {
            bucket: String::new(),
            endpoint: String::new(),
            region: "us-east-1".to_owned(),
            access_key: String::new(),
            secret_key: String::new(),
            path_style: true,
        }
    }
}

impl fmt::Debug for S3Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("S3Config");
        shown.field("bucket", &self.bucket).field("endpoint", &self.endpoint);
        shown.finish_non_exhaustive()
    }
}

impl S3Config {
    /// Validates the section called `section`; the error names the setting that is missing or
    /// invalid.
    pub fn check(&self, section: &str) -> anyhow::Result<()> {
        anyhow::ensure!(!self.bucket.is_empty(), "{section}.bucket is missing");
        let is_url = ["https://", "http://"].iter().any(|scheme| self.endpoint.starts_with(scheme));
        anyhow::ensure!(
            self.endpoint.is_empty() || is_url,
            "{section}.endpoint: {:?} is not of the form https://HOST[:PORT]",
            self.endpoint
        );
        anyhow::ensure!(
            self.access_key.is_empty() == self.secret_key.is_empty(),
            "{section}.access_key and {section}.secret_key go together"
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_settings_are_named() {
        let valid = S3Config { bucket: "swap".to_owned(), ..S3Config::default() };
        valid.check("files.s3").unwrap();
        let secret_key = "hush".to_owned();
        for (config, named) in [
            (S3Config::default(), "files.s3.bucket"),
            (S3Config { endpoint: "minio:9000".to_owned(), ..valid.clone() }, "files.s3.endpoint"),
            (S3Config { secret_key, ..valid.clone() }, "files.s3.access_key"),
        ] {
            let error = config.check("files.s3").unwrap_err().to_string();
            assert!(error.contains(named) && !error.contains("hush"), "{error}");
            assert!(!format!("{config:?}").contains("hush"));
        }
    }
}
