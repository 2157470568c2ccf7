//! The section `[files]`: where uploads are kept.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where files are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FileStoreKind {
    /// In `files/` below the data directory.
    #[default]
    Disk,
    /// In a bucket.
    S3,
}

/// The `[files]` section.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct FilesConfig {
    /// Where files are kept.
    pub store: FileStoreKind,
    /// The bucket, for [`FileStoreKind::S3`].
    pub s3: S3Config,
}

/// The `[files.s3]` section.
#[derive(Clone, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct S3Config {
    /// The bucket, which must be this community's alone.
    pub bucket: String,
    /// Empty for Amazon's own; else `https://HOST[:PORT]`.
    pub endpoint: String,
    /// What the provider calls its region.
    pub region: String,
    /// Empty, together with the secret, for a machine that Amazon itself vouches for.
    pub access_key: String,
    /// Secret.
    pub secret_key: String,
    /// Whether the bucket is part of the path and not of the host's name.
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
    /// An error names the setting that is missing or makes no sense.
    pub fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(!self.bucket.is_empty(), "files.s3.bucket is missing");
        let is_url = ["https://", "http://"].iter().any(|scheme| self.endpoint.starts_with(scheme));
        anyhow::ensure!(
            self.endpoint.is_empty() || is_url,
            "files.s3.endpoint: {:?} is not of the form https://HOST[:PORT]",
            self.endpoint
        );
        anyhow::ensure!(
            self.access_key.is_empty() == self.secret_key.is_empty(),
            "files.s3.access_key and files.s3.secret_key go together"
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let valid = S3Config { bucket: "swap".to_owned(), ..S3Config::default() };
        valid.check().unwrap();
        let secret_key = "hush".to_owned();
        for (config, named) in [
            (S3Config::default(), "files.s3.bucket"),
            (S3Config { endpoint: "minio:9000".to_owned(), ..valid.clone() }, "files.s3.endpoint"),
            (S3Config { secret_key, ..valid.clone() }, "files.s3.access_key"),
        ] {
            let error = config.check().unwrap_err().to_string();
            assert!(error.contains(named) && !error.contains("hush"), "{error}");
            assert!(!format!("{config:?}").contains("hush"));
        }
    }
}
