//! Logging to standard error, filtered by `RUST_LOG`, but never with secrets.

use tracing_subscriber::{
    EnvFilter, filter::LevelFilter, filter::Targets, fmt, layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// Maximum level of crates other than ours, whatever `RUST_LOG` says. Below it the database logs
/// every statement, and HTTP and SMTP libraries log what they send and receive: passwords, tokens,
/// codes. What they log may change with any update.
const OTHERS: LevelFilter = LevelFilter::WARN;

/// Filter without `RUST_LOG`: what an operator should know.
const DEFAULT: &str = "warn,sparkyard=info";

/// Initialises logging; can be called once.
pub(crate) fn start() {
    let asked = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT));
    tracing_subscriber::registry()
        .with(ceiling())
        .with(asked)
        .with(fmt::layer().with_writer(std::io::stderr))
        .init();
}

/// The names of all our crates begin with `sparkyard`.
fn ceiling() -> Targets {
    Targets::new().with_default(OTHERS).with_target("sparkyard", LevelFilter::TRACE)
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::ceiling;

    #[test]
    fn other_crates_log_warnings_only() {
        let ceiling = ceiling();
        for ours in ["sparkyard", "sparkyard::http::trace", "sparkyard_auth::session"] {
            assert!(ceiling.would_enable(ours, &Level::TRACE), "{ours}");
        }
        for other in ["surrealdb_core::kvs", "hyper::proto", "lettre", "reqwest", "poem"] {
            assert!(!ceiling.would_enable(other, &Level::INFO), "{other}");
            assert!(ceiling.would_enable(other, &Level::WARN), "{other}");
        }
    }
}
