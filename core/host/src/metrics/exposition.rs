//! The metrics as text, kept for some seconds.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use prometheus::TextEncoder;
use tokio::{sync::Mutex, time::Instant};

use super::{Metrics, collect::Figures};

/// Time for which a text is handed out again, so that many scrapes cost as little as one.
const FRESH: Duration = Duration::from_secs(3);

/// Text with all metrics, made on request.
pub struct Exposition {
    metrics: Arc<Metrics>,
    state: Mutex<State>,
}

struct State {
    figures: Figures,
    last: Option<(Instant, Bytes)>,
}

impl Exposition {
    pub(super) fn new(metrics: Arc<Metrics>, figures: Figures) -> Self {
        Self { metrics, state: Mutex::new(State { figures, last: None }) }
    }

    /// Returns the metrics in the text format of Prometheus, at most [`FRESH`] old. Concurrent
    /// callers share one reading.
    pub async fn text(&self) -> anyhow::Result<Bytes> {
        let mut state = self.state.lock().await;
        if let Some((at, text)) = &state.last
            && at.elapsed() < FRESH
        {
            return Ok(text.clone());
        }
        state.figures.refresh().await;
        let text = TextEncoder::new().encode_to_string(&self.metrics.registry.gather())?;
        let text = Bytes::from(text);
        state.last = Some((Instant::now(), text.clone()));
        Ok(text)
    }
}

impl std::fmt::Debug for Exposition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Exposition")
    }
}
