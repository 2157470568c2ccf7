//! Certificates in files that change while the server runs.

use std::{fs, time::Duration};

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{
    authority::Authority,
    site::{SOON, TlsSite},
    soon,
};

const HEALTH: &[u8] = b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n";

/// Returns the certificate that a new connection sees.
async fn seen(site: &TlsSite) -> Vec<u8> {
    let stream = site.tls(site.tcp().await).await.unwrap();
    stream.get_ref().1.peer_certificates().unwrap()[0].to_vec()
}

async fn replaced(site: &TlsSite, expected: &[u8]) {
    soon("the new certificate", SOON, async || (seen(site).await == expected).then_some(())).await;
}

#[tokio::test]
async fn changed_files_are_used_without_a_restart() {
    let site = TlsSite::start(&[]).await;
    let [pem, key] = site.paths();
    assert_eq!(seen(&site).await, site.certificate);
    let mut open = site.tls(site.tcp().await).await.unwrap();

    let second = site.authority.certify("localhost", &pem, &key);
    replaced(&site, &second).await;
    site.log.has("the certificate has been replaced").await;
    // Open connections go on.
    open.write_all(HEALTH).await.unwrap();
    let mut status = [0; 13];
    open.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200 ");

    // An invalid one is not used, and reported once.
    let count = |reason: &str| site.log.text().matches(reason).count();
    fs::write(&pem, "-----BEGIN CERTIFICATE-----\nhalf").unwrap();
    site.log.has("the certificate in use stays").await;
    site.authority.certify("elsewhere.example", &pem, &key);
    site.log.has("the certificate is not for localhost").await;
    fs::remove_file(&key).unwrap();
    site.log.has("No such file").await;
    tokio::time::sleep(Duration::from_secs(11)).await;
    assert_eq!(count("No such file"), 1, "{}", site.log.text());
    assert_eq!(seen(&site).await, second);

    let third = site.authority.certify("localhost", &pem, &key);
    replaced(&site, &third).await;
    // Another authority is no reason to refuse it.
    let other = Authority::new();
    other.certify("localhost", &pem, &key);
    soon("the new authority", SOON, async || {
        site.tls(site.tcp().await).await.is_err().then_some(())
    })
    .await;
}
