//! Configuration: a TOML file, then environment variables `SPARKYARD_<SECTION>__<KEY>`.

mod audit;
mod server;

use std::path::{Path, PathBuf};

use anyhow::Context;
use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
    value::Dict,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sparkyard_kernel::{Module, site::SiteConfig};

pub use audit::AuditConfig;
pub use server::{LimitsConfig, ServerConfig};

/// What is read here or by those who keep files and send mail; the last is the file's own place in
/// the environment.
const SECTIONS: &[&str] = &[
    "listen", "data_dir", "server", "limits", "site", "database", "files", "mail", "modules",
    "audit", "config",
];

/// All settings of the host; other sections stay unread until asked for.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address to serve on.
    pub listen: String,
    /// Where everything lives.
    pub data_dir: PathBuf,
    /// The server's connections.
    pub server: ServerConfig,
    /// How often somebody may do something.
    pub limits: LimitsConfig,
    /// The community.
    pub site: SiteConfig,
    /// The database.
    pub database: DatabaseConfig,
    /// The record of who did what.
    pub audit: AuditConfig,
    modules: ModulesConfig,
    source: Figment,
}

/// The `[database]` section.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct DatabaseConfig {
    /// Empty for a store of its own under the data directory; else `mem://` or `ws(s)://HOST`.
    pub url: String,
    /// User at a remote server.
    pub username: String,
    /// Password at a remote server.
    pub password: String,
    /// Memory for cached blocks, in MiB.
    pub cache_mb: u64,
    /// Size of fresh writes in memory, in KiB.
    pub memtable_kb: u64,
    /// Disk space kept back for when the disk is full, in MiB.
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
    /// User and password at a remote server, when set.
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

#[derive(Debug, Deserialize, Serialize)]
struct TopLevel {
    listen: String,
    data_dir: PathBuf,
    #[serde(default)]
    server: ServerConfig,
    #[serde(default)]
    limits: LimitsConfig,
    #[serde(default)]
    site: SiteConfig,
    #[serde(default)]
    database: DatabaseConfig,
    #[serde(default)]
    audit: AuditConfig,
    #[serde(default)]
    modules: ModulesConfig,
}

impl Config {
    /// Reads `file` (or `sparkyard.toml` here, if it exists) and the environment.
    pub fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut source = Figment::from(Serialized::defaults(TopLevel::default()));
        match file {
            Some(file) if !file.exists() => {
                anyhow::bail!("there is no configuration file at {}", file.display())
            }
            Some(file) => source = source.merge(Toml::file_exact(file)),
            None => source = source.merge(Toml::file("sparkyard.toml")),
        }
        Self::from_source(source.merge(Env::prefixed("SPARKYARD_").split("__")))
    }

    /// The defaults with `overrides` in TOML; reads neither file nor environment.
    pub fn with(overrides: &str) -> anyhow::Result<Self> {
        Self::layered(&[overrides])
    }

    /// The defaults with several layers in TOML over them, of which the later win.
    pub fn layered(layers: &[&str]) -> anyhow::Result<Self> {
        let defaults = Figment::from(Serialized::defaults(TopLevel::default()));
        Self::from_source(
            layers.iter().fold(defaults, |source, layer| source.merge(Toml::string(layer))),
        )
    }

    fn from_source(source: Figment) -> anyhow::Result<Self> {
        let top: TopLevel = source.extract().context("reading the configuration")?;
        let TopLevel { listen, data_dir, server, limits, site, database, audit, modules } = top;
        Ok(Self { listen, data_dir, server, limits, site, database, audit, modules, source })
    }

    /// Lays `overrides`, sections of modules in TOML, over what was configured.
    pub fn override_modules(&mut self, overrides: &str) {
        self.source = self.source.clone().merge(Toml::string(overrides));
    }

    /// A section of its own, such as a module's, or its defaults.
    pub fn section<T: DeserializeOwned + Default>(&self, name: &str) -> anyhow::Result<T> {
        if self.source.find_value(name).is_err() {
            return Ok(T::default());
        }
        self.source.extract_inner(name).with_context(|| format!("reading the section [{name}]"))
    }

    /// Whether a module is switched on.
    pub fn is_on<M: Module>(&self) -> bool {
        !M::REMOVABLE || !self.is_disabled(M::NAME)
    }

    /// Whether a module is to be switched off, by its name.
    pub fn is_disabled(&self, module: &str) -> bool {
        self.modules.disabled.iter().any(|name| name == module)
    }

    /// An error when a section or a module to switch off has a name that nothing goes by.
    pub fn check_modules(&self, installed: &[&str]) -> anyhow::Result<()> {
        let sections: Dict = self.source.extract().context("reading the configuration")?;
        let known = |name: &str| SECTIONS.contains(&name) || installed.contains(&name);
        if let Some(name) = sections.keys().find(|name| !known(name)) {
            anyhow::bail!("the configuration has a section [{name}], which nothing here reads");
        }
        match self.modules.disabled.iter().find(|name| !installed.contains(&name.as_str())) {
            Some(name) => anyhow::bail!(
                "modules.disabled names {name:?}; installed are {}",
                installed.join(", ")
            ),
            None => Ok(()),
        }
    }

    /// Where the database is.
    pub fn database_url(&self) -> String {
        match self.database.url.as_str() {
            "" => format!("surrealkv://{}", self.data_dir.join("db").display()),
            url => url.to_owned(),
        }
    }
}

impl Default for TopLevel {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:8080".to_owned(),
            data_dir: PathBuf::from("data"),
            server: ServerConfig::default(),
            limits: LimitsConfig::default(),
            site: SiteConfig::default(),
            database: DatabaseConfig::default(),
            audit: AuditConfig::default(),
            modules: ModulesConfig::default(),
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
    fn sections_that_nothing_reads_are_named() {
        let config = Config::with("[walet]\nwelcome_tokens = 5").unwrap();
        let error = config.check_modules(&["wallet"]).unwrap_err();
        assert!(error.to_string().contains("[walet]"), "{error}");
        Config::with("[wallet]\nwelcome_tokens = 5").unwrap().check_modules(&["wallet"]).unwrap();
    }

    #[test]
    fn the_database_lives_in_the_data_directory() {
        let config = Config::with("data_dir = '/srv/x'").unwrap();
        assert_eq!(config.database_url(), "surrealkv:///srv/x/db");
    }
}
