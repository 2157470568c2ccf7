//! Pebble, the ACME server with which Let's Encrypt tests clients.

use std::{
    fs,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    binary::free_port,
    tls::{
        authority::{Authority, client_trusting},
        soon,
    },
};

const MISSING: &str = "no ACME server; to install it: apt-get install pebble";
const SOON: Duration = Duration::from_secs(20);

/// A certificate authority, with a DNS server by which all names lead to this machine.
pub(super) struct Pebble {
    pub(super) directory: String,
    /// Root certificate of the directory's own certificate.
    pub(super) ca_file: PathBuf,
    management: String,
    dns: u16,
    authority: Authority,
    processes: Vec<Child>,
    dir: TempDir,
}

impl Pebble {
    /// Chooses the ports. The authority looks at challenges on `tls_port`, and its certificates are
    /// valid for some seconds.
    pub(super) fn new(tls_port: u16, validity_seconds: u64) -> Self {
        let dir = TempDir::new().unwrap();
        let file = |name: &str| dir.path().join(name);
        let authority = Authority::new();
        authority.certify("localhost", file("pebble.pem"), file("pebble.key"));
        fs::write(file("ca.pem"), authority.pem()).unwrap();
        let [acme, management] = [(); 2].map(|()| format!("localhost:{}", free_port()));
        let config = json!({ "pebble": {
            "listenAddress": acme.replace("localhost", "127.0.0.1"),
            "managementListenAddress": management.replace("localhost", "127.0.0.1"),
            "certificate": file("pebble.pem"),
            "privateKey": file("pebble.key"),
            "httpPort": free_port(),
            "tlsPort": tls_port,
            "certificateValidityPeriod": validity_seconds,
        } });
        fs::write(file("config.json"), config.to_string()).unwrap();
        Self {
            directory: format!("https://{acme}/dir"),
            ca_file: file("ca.pem"),
            management: format!("https://{management}"),
            dns: free_port(),
            authority,
            processes: Vec::new(),
            dir,
        }
    }

    /// Asks for a binding to the account of this key, in Base64.
    pub(super) fn bind_accounts(&self, kid: &str, hmac_key: &str) {
        let path = self.dir.path().join("config.json");
        let mut config: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        config["pebble"]["externalAccountBindingRequired"] = json!(true);
        config["pebble"]["externalAccountMACKeys"] = json!({ kid: hmac_key });
        fs::write(path, config.to_string()).unwrap();
    }

    /// Starts it; it remembers no accounts of an earlier start.
    pub(super) async fn start(&mut self) {
        self.start_with_dns("127.0.0.1").await;
    }

    /// Starts it with a DNS server by which all names lead to `address`.
    pub(super) async fn start_with_dns(&mut self, address: &str) {
        let mut dns = Command::new("pebble-challtestsrv");
        dns.args(["-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv6", ""]);
        dns.args(["-dns01", &format!("127.0.0.1:{}", self.dns), "-defaultIPv4", address]);
        dns.args(["-management", &format!("127.0.0.1:{}", free_port())]);
        let mut pebble = Command::new("pebble");
        pebble.args(["-dnsserver", &format!("127.0.0.1:{}", self.dns), "-config"]);
        pebble.arg(self.dir.path().join("config.json")).env("PEBBLE_VA_NOSLEEP", "1");
        for mut command in [dns, pebble] {
            let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            self.processes.push(child.expect(MISSING));
        }
        let client = client_trusting(&self.authority.pem());
        soon("pebble", SOON, async || client.get(&self.directory).send().await.ok()).await;
    }

    /// Kills it.
    pub(super) fn stop(&mut self) {
        for mut process in self.processes.drain(..) {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Returns the root certificate of the certificates that it issues, in PEM.
    pub(super) async fn root(&self) -> String {
        let client = client_trusting(&self.authority.pem());
        let response = client.get(format!("{}/roots/0", self.management)).send().await.unwrap();
        response.text().await.unwrap()
    }
}

impl Drop for Pebble {
    fn drop(&mut self) {
        self.stop();
    }
}
