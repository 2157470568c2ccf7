//! The log: to standard error, as talkative as `RUST_LOG` asks, but never with secrets.

use tracing_subscriber::{
    EnvFilter, filter::LevelFilter, filter::Targets, fmt, layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// The most that crates other than ours may say, whatever `RUST_LOG` asks. Below it the database
/// prints every statement, and whatever speaks HTTP or SMTP prints what it sends and receives:
/// passwords, tokens, codes. What they print there is theirs to change with any update.
const OTHERS: LevelFilter = LevelFilter::WARN;

/// Without `RUST_LOG`, ours tell what the host should know.
const DEFAULT: &str = "warn,sparkyard=info";

/// Starts it; can be done once.
pub(crate) fn start() {
    let asked = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT));
    tracing_subscriber::registry()
        .with(ceiling())
        .with(asked)
        .with(fmt::layer().with_writer(std::io::stderr))
        .init();
}

/// All of our crates begin with `sparkyard`.
fn ceiling() -> Targets {
    Targets::new().with_default(OTHERS).with_target("sparkyard", LevelFilter::TRACE)
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::ceiling;

    #[test]
    fn others_are_kept_quiet() {
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
