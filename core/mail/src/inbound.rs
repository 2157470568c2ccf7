//! Mailbox from which replies and bounces are read.

mod config;
mod imap;
mod imap_client;

pub use config::InboundConfig;
pub use imap::ImapMailbox;
