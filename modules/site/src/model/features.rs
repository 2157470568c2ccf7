//! The features of a site: its payment mode and its modules. Parts of texts and whole posts are shown
//! depending on them.

use sparkyard_kernel::site::Mode;

/// Modules that a site can be without.
const MODULES: [&str; 15] = [
    "bookings",
    "chat",
    "community",
    "delegation",
    "imports",
    "kyc",
    "moderation",
    "notifications",
    "payments",
    "payouts",
    "settings",
    "skills",
    "timebank",
    "vetting",
    "wallet",
];

/// How members pay, and the modules that are on.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    mode: Mode,
    modules: Vec<&'static str>,
}

impl Features {
    pub(crate) fn new(mode: Mode, modules: &[&'static str]) -> Self {
        Self { mode, modules: modules.to_vec() }
    }

    /// Returns the features of a site with all modules.
    pub(crate) fn all(mode: Mode) -> Self {
        Self::new(mode, &MODULES)
    }

    /// Checks for `pounds`, `sparks` (wherever there are prices) or a module. Fails for another word.
    pub(crate) fn has(&self, feature: &str) -> Result<bool, &'static str> {
        match feature {
            "pounds" => Ok(self.mode == Mode::CashAndTokens),
            "sparks" => Ok(self.mode != Mode::Gift),
            module if MODULES.contains(&module) => Ok(self.modules.contains(&module)),
            _ => Err("a part is neither \"with pounds\" or \"with sparks\" nor with a module"),
        }
    }

    /// Returns each mode with all modules, and without each of them.
    pub(crate) fn combinations() -> impl Iterator<Item = Self> {
        let modes = [Mode::CashAndTokens, Mode::TokensOnly, Mode::Gift];
        modes.into_iter().flat_map(|mode| {
            let without = MODULES.map(|left_out| {
                let mut features = Self::all(mode);
                features.modules.retain(|module| *module != left_out);
                features
            });
            without.into_iter().chain([Self::all(mode)])
        })
    }
}
