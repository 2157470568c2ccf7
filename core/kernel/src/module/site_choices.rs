//! Choices of admins about joining, and the state of the set-up, stored in the database.

use sparkyard_db::{Db, DbError, Write};

use super::store;
use crate::{
    Sparks,
    site::{Registration, Site},
};

const REGISTRATION: &str = "registration";
const WELCOME_TOKENS: &str = "welcome_tokens";
/// Also read by the wallet's schema.
const CREDIT_LIMIT: &str = "credit_limit";
const SET_UP: &str = "set_up";

/// How people become members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joining {
    /// Policy for new members.
    pub registration: Registration,
    /// Spark tokens granted to every new member.
    pub welcome_tokens: Sparks,
    /// Spark tokens that members may owe, unless an admin has given them a limit of their own.
    pub credit_limit: Sparks,
}

impl Joining {
    /// Returns what applies to the site now.
    pub fn of(site: &Site) -> Self {
        Self {
            registration: site.registration.get(),
            welcome_tokens: site.welcome_tokens.get(),
            credit_limit: site.credit_limit.get(),
        }
    }
}

/// Reads the stored choices, which another process may have changed.
pub async fn read(db: &Db, site: &Site) -> Result<(), DbError> {
    let [policy, tokens, limit] =
        store::facts(db, [REGISTRATION, WELCOME_TOKENS, CREDIT_LIMIT]).await?;
    if let Some(policy) = policy.and_then(|policy| Registration::named(&policy)) {
        site.registration.choose(policy);
    }
    if let Some(tokens) = tokens.and_then(|tokens| tokens.parse().ok()) {
        site.welcome_tokens.choose(tokens);
    }
    if let Some(limit) = limit.and_then(|limit| limit.parse().ok()) {
        site.credit_limit.choose(limit);
    }
    Ok(())
}

/// Stores how people become members in `write`.
pub fn choose(write: Write<'_>, joining: Joining) -> Write<'_> {
    let write = store::set_fact(write, REGISTRATION, joining.registration.name().to_owned());
    let write = store::set_fact(write, CREDIT_LIMIT, joining.credit_limit.to_string());
    store::set_fact(write, WELCOME_TOKENS, joining.welcome_tokens.to_string())
}

/// Checks whether an admin has finished setting the site up.
pub async fn is_set_up(db: &Db) -> Result<bool, DbError> {
    let stored: Option<String> = store::fact(db, SET_UP).fetch_optional().await?;
    Ok(stored.is_some())
}

/// Stores in `write` that the site is set up.
pub fn finish_set_up(write: Write<'_>) -> Write<'_> {
    store::set_fact(write, SET_UP, "finished".to_owned())
}
