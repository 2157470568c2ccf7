//! Gives every request an id, a tracing span and a log line.

use std::{sync::Arc, time::Instant};

use poem::{Endpoint, IntoResponse, Request, Response, http::HeaderValue};
use sparkyard_db::StatementCounts;
use sparkyard_kernel::{ClientAddress, error::REQUEST_ID};
use tracing::{Instrument, debug, info_span};

use super::{methods::Methods, middleware::AsyncMiddleware};

/// Logging middleware.
pub(super) struct Trace {
    pub(super) methods: Arc<Methods>,
}

impl AsyncMiddleware for Trace {
    async fn call<E: Endpoint>(&self, next: &E, request: Request) -> poem::Result<Response> {
        let id = request_id();
        // The raw path and query may contain secrets or coordinates, so the log has the path's
        // template.
        let path = self.methods.outline(request.uri().path());
        let (method, client) = (request.method(), ClientAddress::of(&request));
        let span = info_span!("request", id, %method, %path, %client);
        let response = REQUEST_ID.scope(id.clone(), async {
            let started = Instant::now();
            let (outcome, counts) = StatementCounts::during(next.call(request)).await;
            let mut response = match outcome {
                Ok(response) => response.into_response(),
                Err(error) => error.into_response(),
            };
            let (status, elapsed) = (response.status().as_u16(), started.elapsed());
            let StatementCounts { queries, key_reads, cached, writes } = counts;
            debug!(status, ?elapsed, queries, key_reads, cached, writes, "answered");
            if let Ok(id) = HeaderValue::from_str(&id) {
                response.headers_mut().insert("x-request-id", id);
            }
            response
        });
        Ok(response.instrument(span).await)
    }
}

#[expect(clippy::disallowed_methods, reason = "only tells requests apart, no test depends on it")]
fn request_id() -> String {
    format!("{:016x}", rand::random::<u64>())
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Mutex, MutexGuard},
    };

    use poem::{EndpointExt, test::TestClient};
    use tracing::Level;

    use super::*;
    use crate::http::{middleware::Adapter, sample::Sample};

    /// Collects the log.
    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Log {
        fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
            self.0.lock().unwrap()
        }
    }

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.lock().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[poem::handler]
    fn hello() -> &'static str {
        "hello"
    }

    #[tokio::test]
    async fn coordinates_are_not_logged() {
        let (log, methods) = (Log::default(), Arc::new(Methods::of(&Sample)));
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_ansi(false)
            .with_max_level(Level::DEBUG)
            .with_writer(move || writer.clone())
            .finish();
        let logging = tracing::subscriber::set_default(subscriber);
        let client = TestClient::new(hello.with(Adapter(Arc::new(Trace { methods }))));
        let path = "/api/users/people/nearby/53.80125/-1.54875/10";
        client.get(path).query("lat", &"53.80125").send().await.assert_status_is_ok();
        drop(logging);
        let log = String::from_utf8(log.lock().clone()).unwrap();
        let pattern = "path=/api/users/people/nearby/{lat}/{lon}/{distance} ";
        assert!(log.contains("answered") && log.contains(pattern), "{log}");
        assert!(!log.contains("53.8"), "{log}");
    }
}
