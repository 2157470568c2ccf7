//! HTTP requests to the provider.

use std::{future::Future, pin::Pin, time::Duration};

use anyhow::Context;
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse, http, url::Url};
use reqwest::redirect::Policy;

use crate::config::social::is_protected;

/// Time limit for a request to the provider.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// Time limit for connecting.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// Maximum size of a response in bytes; more than any provider needs.
const SIZE_LIMIT: usize = 1 << 20;

/// HTTP client for the provider. Limits time and size, follows no redirects, and uses unencrypted
/// connections only on this machine.
pub(super) struct Http(reqwest::Client);

/// Reasons why a request to the provider failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    /// The provider was not reached, or the connection broke.
    #[error("{0:#}")]
    Request(anyhow::Error),
    /// The provider named an address that secrets must not be sent to.
    #[error("{0} is neither https nor on this machine")]
    Unprotected(String),
    /// The response exceeds the size limit.
    #[error("an answer of more than {SIZE_LIMIT} bytes")]
    TooLong,
}

impl Http {
    pub(super) fn new() -> anyhow::Result<Self> {
        let client = reqwest::Client::builder()
            .redirect(Policy::none())
            .timeout(TIME_LIMIT)
            .connect_timeout(CONNECT_LIMIT)
            .build()
            .context("preparing requests to the provider of social sign-in")?;
        Ok(Self(client))
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let url = request.uri().to_string();
        if !Url::parse(&url).is_ok_and(|url| is_protected(&url)) {
            return Err(HttpError::Unprotected(url));
        }
        let request = reqwest::Request::try_from(request).map_err(broken)?;
        let mut response = self.0.execute(request).await.map_err(broken)?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(broken)? {
            if body.len() + chunk.len() > SIZE_LIMIT {
                return Err(HttpError::TooLong);
            }
            body.extend_from_slice(&chunk);
        }
        let mut answer = http::Response::new(body);
        *answer.status_mut() = response.status();
        *answer.headers_mut() = response.headers().clone();
        Ok(answer)
    }
}

fn broken(error: reqwest::Error) -> HttpError {
    // The URL of a request may contain secrets.
    HttpError::Request(anyhow::Error::new(error.without_url()))
}

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
