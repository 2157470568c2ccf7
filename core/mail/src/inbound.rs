//! The mailbox from which answers and returned mails are read.

mod config;
mod imap;
mod talk;

pub use config::InboundConfig;
pub use imap::ImapMailbox;
