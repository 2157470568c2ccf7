use std::time::Duration;

use anyhow::Context;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};
use reqwest::{Client, RequestBuilder, StatusCode, header, redirect::Policy};
use serde::de::DeserializeOwned;

use super::ProviderError;

/// Maximum size of a response, in bytes; more than ten places need.
const SIZE_LIMIT: usize = 1 << 20;
/// All characters but the unreserved ones of RFC 3986.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// HTTP client for a provider: limits time and size, and follows no redirects.
pub(super) struct Http {
    client: Client,
    base: String,
}

impl Http {
    /// Creates a client for `base`, on behalf of the site at `public_url`.
    pub(super) fn new(base: String, timeout: Duration, public_url: &str) -> anyhow::Result<Self> {
        let client = Client::builder()
            .redirect(Policy::none())
            .timeout(timeout)
            .connect_timeout(timeout)
            // Public servers require the client to identify itself.
            .user_agent(format!("Sparkyard/{} (+{public_url})", env!("CARGO_PKG_VERSION")))
            .build()
            .context("preparing requests to the provider of places")?;
        Ok(Self { client, base })
    }

    /// Builds a GET of `path` with query parameters.
    pub(super) fn get(&self, path: &str, query: &[(&str, &str)]) -> RequestBuilder {
        let query: Vec<String> =
            query.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        self.client.get(format!("{}{path}?{}", self.base, query.join("&")))
    }

    /// Builds a POST of JSON to `path`.
    pub(super) fn post(&self, path: &str, body: &serde_json::Value) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.base)).json(body)
    }
}

/// Sends a request and parses the response.
pub(super) async fn read<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, ProviderError> {
    let mut response = request.send().await.map_err(broken)?;
    let status = response.status();
    if status != StatusCode::OK {
        let retry_after = response.headers().get(header::RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
        return Err(ProviderError::Refused { status: status.as_u16(), retry_after });
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > SIZE_LIMIT {
            return Err(ProviderError::TooLong);
        }
        body.extend_from_slice(&chunk);
    }
    serde_json::from_slice(&body).map_err(|error| ProviderError::Malformed(error.to_string()))
}

/// Converts an error without the URL, which contains somebody's address.
fn broken(error: reqwest::Error) -> ProviderError {
    match error.is_timeout() {
        true => ProviderError::TooSlow,
        false => {
            ProviderError::Unreachable(format!("{:#}", anyhow::Error::new(error.without_url())))
        }
    }
}

/// Percent-encodes everything except letters, digits and `-._~`.
pub(super) fn encoded(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, RESERVED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_values_are_encoded() {
        assert_eq!(
            encoded("St. Ives & \u{fc}/?#").to_string(),
            "St.%20Ives%20%26%20%C3%BC%2F%3F%23"
        );
    }
}
