//! Configuration: a TOML file, then environment variables `SPARKYARD_<SECTION>__<KEY>`.

mod audit;
mod metrics;
mod server;
mod tls;

use std::path::{Path, PathBuf};

use anyhow::Context;
use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
    value::{Dict, Value},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sparkyard_kernel::{Module, site::SiteConfig, validate::is_email};

pub use audit::AuditConfig;
pub use metrics::MetricsConfig;
pub use server::{LimitsConfig, ServerConfig};
pub(crate) use tls::public_host;
pub use tls::{AcmeConfig, CertificateSource, TlsConfig};

/// Known sections and top-level keys. `backup`, `files` and `mail` are read by other crates;
/// `config` is the path of the file itself (`SPARKYARD_CONFIG`), and `log_format` an option of the
/// command line (`SPARKYARD_LOG_FORMAT`).
const SECTIONS: &[&str] = &[
    "listen",
    "data_dir",
    "key_file",
    "server",
    "limits",
    "site",
    "database",
    "files",
    "mail",
    "modules",
    "audit",
    "backup",
    "config",
    "log_format",
    "metrics",
    "tls",
];

/// Length below which a secret is not searched for in texts: it would be found in many words.
const SHORTEST_SECRET: usize = 4;

/// Settings of the host. Other sections are read on request, by [`Config::section`].
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default)]
pub struct Config {
    /// Address and port to listen on.
    pub listen: String,
    /// Directory of the database, files and keys.
    pub data_dir: PathBuf,
    /// File of the master key; empty for `secrets` in the data directory.
    pub key_file: PathBuf,
    /// Limits and timeouts of connections.
    pub server: ServerConfig,
    /// Certificate of the server, if it encrypts connections itself.
    pub tls: TlsConfig,
    /// Rate limits and quotas.
    pub limits: LimitsConfig,
    /// The community: name, public address, contact.
    pub site: SiteConfig,
    /// Connection to the database, and its memory.
    pub database: DatabaseConfig,
    /// Retention of the audit log.
    pub audit: AuditConfig,
    /// Listener for metrics.
    pub metrics: MetricsConfig,
    modules: ModulesConfig,
    /// All sections, also those of others.
    #[serde(skip)]
    source: Figment,
}

/// The `[database]` section.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct DatabaseConfig {
    /// Empty for an embedded database under the data directory; else `mem://` or `ws(s)://HOST`.
    pub url: String,
    /// User name at a remote server.
    pub username: String,
    /// Password at a remote server.
    pub password: String,
    /// Memory for cached blocks, in MiB.
    pub cache_mb: u64,
    /// Size of the memtable (recent writes in memory), in KiB.
    pub memtable_kb: u64,
    /// Disk space reserved for when the disk is full, in MiB.
    pub reserve_mb: u64,
}

impl Default for DatabaseConfig {
    fn default() -> Self {
        Self {
            url: String::new(),
            username: String::new(),
            password: String::new(),
            cache_mb: 32,
            memtable_kb: 4096,
            reserve_mb: 64,
        }
    }
}

impl DatabaseConfig {
    /// Returns user name and password for a remote server, if set.
    pub fn credentials(&self) -> Option<(String, String)> {
        let pair = (self.username.clone(), self.password.clone());
        (!pair.0.is_empty()).then_some(pair)
    }
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
struct ModulesConfig {
    disabled: Vec<String>,
}

impl Config {
    /// Reads `file` (or `sparkyard.toml` in the current directory, if it exists) and the
    /// environment.
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut source = Figment::from(Serialized::defaults(Self::default()));
        match file {
            Some(file) if !file.exists() => {
                anyhow::bail!("there is no configuration file at {}", file.display())
            }
            Some(file) => source = source.merge(Toml::file_exact(file)),
            None => source = source.merge(Toml::file("sparkyard.toml")),
        }
        Self::from_source(source.merge(Env::prefixed("SPARKYARD_").split("__")))
    }

    /// Returns the defaults with `overrides` in TOML; reads neither file nor environment.
    pub fn with(overrides: &str) -> anyhow::Result<Self> {
        Self::layered(&[overrides])
    }

    /// Returns the defaults with several layers in TOML over them; later layers win.
    pub fn layered(layers: &[&str]) -> anyhow::Result<Self> {
        let defaults = Figment::from(Serialized::defaults(Self::default()));
        Self::from_source(
            layers.iter().fold(defaults, |source, layer| source.merge(Toml::string(layer))),
        )
    }

    fn from_source(source: Figment) -> anyhow::Result<Self> {
        let config: Self = source.extract().context("reading the configuration")?;
        let contact = &config.site.contact;
        anyhow::ensure!(
            contact.is_empty() || is_email(contact),
            "site.contact is {contact:?}, which is not an email address"
        );
        config.metrics.check()?;
        Ok(Self { source, ..config })
    }

    /// Merges `overrides`, sections of modules in TOML, over the configuration.
    pub fn override_modules(&mut self, overrides: &str) {
        self.source = self.source.clone().merge(Toml::string(overrides));
    }

    /// Returns one section, such as a module's, or its defaults if the section is absent.
    pub fn section<T: DeserializeOwned + Default>(&self, name: &str) -> anyhow::Result<T> {
        if self.source.find_value(name).is_err() {
            return Ok(T::default());
        }
        self.source.extract_inner(name).with_context(|| format!("reading the section [{name}]"))
    }

    /// Checks whether a module is enabled.
    pub fn is_on<M: Module>(&self) -> bool {
        !M::REMOVABLE || !self.is_disabled(M::NAME)
    }

    /// Checks whether a module, given by name, is disabled.
    pub fn is_disabled(&self, module: &str) -> bool {
        self.modules.disabled.iter().any(|name| name == module)
    }

    /// Fails if a section has an unknown name, or `modules.disabled` names an unknown module.
    pub fn check_modules(&self, installed: &[&str]) -> anyhow::Result<()> {
        let sections: Dict = self.source.extract().context("reading the configuration")?;
        let known = |name: &str| SECTIONS.contains(&name) || installed.contains(&name);
        if let Some(name) = sections.keys().find(|name| !known(name)) {
            anyhow::bail!("unknown section [{name}] in the configuration");
        }
        match self.modules.disabled.iter().find(|name| !installed.contains(&name.as_str())) {
            Some(name) => anyhow::bail!(
                "unknown module {name:?} in modules.disabled; installed: {}",
                installed.join(", ")
            ),
            None => Ok(()),
        }
    }

    /// Returns the values of all settings that are secret by their name, so that they can be left
    /// out of what is printed.
    pub fn secrets(&self) -> Vec<String> {
        let mut secrets = Vec::new();
        // Always a table, as it was read into one before.
        if let Ok(all) = self.source.extract::<Dict>() {
            for (name, value) in &all {
                add_secrets(name, value, &mut secrets);
            }
        }
        secrets
    }

    /// Returns the URL of the database.
    pub fn database_url(&self) -> String {
        match self.database.url.as_str() {
            "" => format!("surrealkv://{}", self.data_dir.join("db").display()),
            url => url.to_owned(),
        }
    }
}

/// Collects the texts below settings whose name says that they are secret.
fn add_secrets(name: &str, value: &Value, secrets: &mut Vec<String>) {
    let is_secret = ["password", "secret", "key", "token"].iter().any(|word| name.contains(word));
    match value {
        Value::Dict(_, inner) => {
            for (name, value) in inner {
                add_secrets(name, value, secrets);
            }
        }
        Value::String(_, text) if is_secret && text.len() >= SHORTEST_SECRET => {
            secrets.push(text.clone());
        }
        _ => {}
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:8080".to_owned(),
            data_dir: PathBuf::from("data"),
            key_file: PathBuf::new(),
            server: ServerConfig::default(),
            tls: TlsConfig::default(),
            limits: LimitsConfig::default(),
            site: SiteConfig::default(),
            database: DatabaseConfig::default(),
            audit: AuditConfig::default(),
            metrics: MetricsConfig::default(),
            modules: ModulesConfig::default(),
            source: Figment::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_settings_and_modules_are_named() {
        let error = Config::with("[site]\nnmae = 'x'").unwrap_err();
        assert!(format!("{error:#}").contains("nmae"), "{error:#}");
        let config = Config::with("[modules]\ndisabled = ['walet']").unwrap();
        let error = config.check_modules(&["wallet"]).unwrap_err();
        assert!(error.to_string().contains("walet"), "{error}");
    }

    #[test]
    fn unknown_sections_are_named() {
        let config = Config::with("[walet]\nwelcome_tokens = 5").unwrap();
        let error = config.check_modules(&["wallet"]).unwrap_err();
        assert!(error.to_string().contains("[walet]"), "{error}");
        Config::with("[wallet]\nwelcome_tokens = 5").unwrap().check_modules(&["wallet"]).unwrap();
    }

    #[test]
    fn secrets_are_found_by_name() {
        let config = Config::with(
            "[mail]\npassword = 'hunter22'\nusername = 'swap'\n[mail.inbound]\npassword = 'other3'\n\
             [payments]\nsecret_key = 'sk_test_1'\nprovider = 'stripe'",
        );
        let mut secrets = config.unwrap().secrets();
        secrets.sort();
        assert_eq!(secrets, ["hunter22", "other3", "sk_test_1"]);
    }

    #[test]
    fn database_is_in_the_data_directory() {
        let config = Config::with("data_dir = '/srv/x'").unwrap();
        assert_eq!(config.database_url(), "surrealkv:///srv/x/db");
    }
}
