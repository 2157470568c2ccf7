//! The certified npm package `oidc-provider`, in a separate process.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::Value;

const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");

/// A running provider; killed on drop.
pub(crate) struct Provider {
    pub(crate) issuer: String,
    pub(crate) client_id: String,
    pub(crate) client_secret: String,
    child: Child,
}

/// A user at the provider.
#[derive(Clone, Copy)]
pub(super) struct Guest {
    pub(super) email: &'static str,
    pub(super) verified: bool,
}

impl Guest {
    pub(super) fn form(&self) -> Vec<(&'static str, &'static str)> {
        let mut form = vec![
            ("email", self.email),
            ("given_name", "Grace"),
            ("family_name", "Hopper"),
            ("action", "continue"),
        ];
        form.extend(self.verified.then_some(("email_verified", "yes")));
        form
    }
}

impl Provider {
    /// Starts a provider that returns claims in the `id-token` or as `userinfo`.
    pub(crate) async fn start(claims: &str) -> Self {
        Self::start_at(0, claims).await
    }

    /// Starts a provider on a given port.
    pub(super) async fn start_at(port: u16, claims: &str) -> Self {
        assert!(
            Path::new(WEB).join("node_modules/oidc-provider").exists(),
            "the test provider is not installed; to install it: npm ci --prefix web"
        );
        let mut child = Command::new("node")
            .args(["e2e/support/oidc-provider.mjs", "--claims", claims])
            .args(["--port", &port.to_string()])
            .current_dir(WEB)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Node.js is not installed; to install it: https://nodejs.org/en/download");
        let output = child.stdout.take().unwrap();
        let line = tokio::task::spawn_blocking(move || BufReader::new(output).lines().next());
        let line = line.await.unwrap().expect("the provider said nothing").unwrap();
        let config: Value = serde_json::from_str(&line).unwrap();
        let text = |name: &str| config[name].as_str().unwrap().to_owned();
        Self {
            issuer: text("issuer"),
            client_id: text("clientId"),
            client_secret: text("clientSecret"),
            child,
        }
    }

    /// Stops the provider.
    pub(crate) fn stop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        // Fails if the provider has already been stopped.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
