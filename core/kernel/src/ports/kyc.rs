use std::{collections::HashSet, fmt};

use async_trait::async_trait;
use poem_openapi::Enum;
use surrealdb::types::SurrealValue;

use crate::{ApiError, UserId};

/// How far somebody's identity check has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum KycStatus {
    /// Nothing is handed in that could still count.
    #[default]
    None,
    /// Documents wait to be looked at.
    Pending,
    /// Identity and address are proven.
    Verified,
}

/// What a paper is to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum KycMethod {
    /// Who somebody is.
    Identity,
    /// Where they live.
    Utility,
}

impl fmt::Display for KycMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Identity => "identity",
            Self::Utility => "utility",
        })
    }
}

/// Identity checks. Offered by kyc.
#[async_trait]
pub trait Kyc: Send + Sync + 'static {
    /// How far the check of `user` has come.
    async fn status(&self, user: &UserId) -> Result<KycStatus, ApiError>;

    /// Those of several people, at most a page of them, whose identity and address are proven.
    async fn verified(&self, users: &[UserId]) -> Result<HashSet<UserId>, ApiError>;
}
