//! The test provider of social sign-in, for the browser tests.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::project::Project;
use crate::web;

/// The provider at work; killed when dropped.
pub(crate) struct Provider {
    child: Child,
    told: Value,
}

impl Provider {
    /// Starts the provider and waits until it listens.
    ///
    /// # Errors
    /// When it cannot be started, or says nothing.
    pub(crate) fn start(project: &Project) -> Result<Self> {
        let mut child = web::node(project)
            .arg("e2e/support/oidc-provider.mjs")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // It warns of what is fine in tests.
            .stderr(Stdio::null())
            .spawn()
            .context("could not start the test provider of social sign-in")?;
        let Some(output) = child.stdout.take() else { bail!("the test provider has no output") };
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let told = serde_json::from_str(&line)
            .with_context(|| format!("the test provider did not start: {line:?}"))?;
        Ok(Self { child, told })
    }

    /// What a server needs to know of it, as environment variables.
    ///
    /// # Errors
    /// When the provider told something else.
    pub(crate) fn settings(&self) -> Result<Vec<(&'static str, String)>> {
        let said = |name| self.told[name].as_str().map(str::to_owned).context("an odd provider");
        Ok(vec![
            ("SPARKYARD_AUTH__SOCIAL__ISSUER", said("issuer")?),
            ("SPARKYARD_AUTH__SOCIAL__CLIENT_ID", said("clientId")?),
            ("SPARKYARD_AUTH__SOCIAL__CLIENT_SECRET", said("clientSecret")?),
            ("SPARKYARD_AUTH__SOCIAL__LABEL", "Google".to_owned()),
        ])
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        // Fails only when the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
