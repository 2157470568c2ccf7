//! Measures long conversations.

use std::net::SocketAddr;

use anyhow::{Context, Result};

use crate::client::{Client, sample_token};
use crate::concurrent_chat::{data, own_id};
use crate::figures::{Figures, millis};
use crate::load::{Load, Request};
use crate::process::{Server, Setup};

/// Lengths of the conversation, in messages, measured one after the other.
const LENGTHS: [u32; 2] = [1_000, 1_000_000];
const ONE_AFTER_THE_OTHER: Load = Load::new(1, 3);

/// Fills a conversation with messages and measures it.
///
/// # Errors
/// When the server or the program that adds messages does not start, or does not answer.
pub(crate) async fn measure(setup: &Setup, adding: &Setup, figures: &mut Figures) -> Result<()> {
    setup.clear()?;
    let server = setup.start().await?;
    let two = Two::of_sample(server.address, setup).await?;
    let mut has = two.length(server.address).await?;
    server.stop().await?;
    for length in LENGTHS {
        let more = length.saturating_sub(has).to_string();
        let added = ["--messages", &more, "--between", &two.other, &two.own];
        let (took, most_memory) = adding.complete(&added, "0").await?;
        has = length;
        figures.remark(format!(
            "{more} messages were added in {:.1} s with {most_memory:.0} MiB",
            took.as_secs_f64(),
        ));
        let server = setup.start().await?;
        two.measure(&server, length, figures).await?;
        server.stop().await?;
    }
    Ok(())
}

/// A member of the sample community, and their correspondent.
struct Two {
    own: String,
    other: String,
    token: String,
}

impl Two {
    async fn of_sample(address: SocketAddr, setup: &Setup) -> Result<Self> {
        let token = sample_token(address, &setup.data, "(books others)").await?;
        let mut client = Client::connect(address).await?.with_token(&token);
        let list = data(client.get("/api/message/chat/history/users").await?.1.as_ref())?;
        let other = list[0]["user_id"].as_str().context("they talk with nobody")?.to_owned();
        let own = own_id(&token).context("no id in the token")?;
        Ok(Self { own, other, token })
    }

    fn path(&self) -> String {
        format!("/api/message/{}/{}", self.own, self.other)
    }

    /// Returns the number of messages.
    async fn length(&self, address: SocketAddr) -> Result<u32> {
        let mut client = Client::connect(address).await?.with_token(&self.token);
        let newest = data(client.get(&self.path()).await?.1.as_ref())?;
        let last = newest.as_array().and_then(|all| all.last()).context("they wrote nothing")?;
        Ok(u32::try_from(last["seq"].as_u64().context("a message has no place")?)?)
    }

    async fn measure(&self, server: &Server, length: u32, figures: &mut Figures) -> Result<()> {
        let memory = server.idle_memory().await?;
        let middle = format!("{}?after={}", self.path(), length / 2);
        let mut measured = Vec::new();
        for (what, path) in [
            ("newest page", self.path()),
            ("page in the middle", middle),
            ("list", "/api/message/chat/history/users".to_owned()),
        ] {
            let request = Request::get(path).with_token(&self.token);
            let times = ONE_AFTER_THE_OTHER.send(server.address, &[request]).await?.all_well()?;
            let (p50, p99) = (millis(times.p50), millis(times.p99));
            measured.push(format!("{what} {p50:.2} ms, p99 {p99:.2} ms"));
        }
        let after = server.memory()?;
        figures.remark(format!(
            "conversation of {length}: {}; memory {memory:.0} MiB, afterwards {after:.0} MiB",
            measured.join("; "),
        ));
        Ok(())
    }
}
