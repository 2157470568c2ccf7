//! Logging to standard error, filtered by `RUST_LOG`, but never with secrets.

use clap::ValueEnum;
use tracing_subscriber::{
    EnvFilter, Layer, filter::LevelFilter, filter::Targets, fmt, layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// Maximum level of crates other than ours, whatever `RUST_LOG` says. Below it the database logs
/// every statement, and HTTP and SMTP libraries log what they send and receive: passwords, tokens,
/// codes. What they log may change with any update.
const OTHERS: LevelFilter = LevelFilter::WARN;

/// Filter without `RUST_LOG`: what an operator should know.
const DEFAULT: &str = "warn,sparkyard=info";

/// Format of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object per line, for programs. Lines of a request have its id in `span`.
    Json,
}

/// Initialises logging; can be called once.
pub(crate) fn start(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT));
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
    };
    tracing_subscriber::registry().with(lines).with(ceiling()).with(filter).init();
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
