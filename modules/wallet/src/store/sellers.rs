//! Former members who earned pounds.

use std::collections::HashMap;

use sparkyard_kernel::{UserId, db::DbError};
use surrealdb::types::SurrealValue;

use super::WalletStore;

/// Name and address of a former member.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct FormerSeller {
    pub(crate) name: String,
    pub(crate) address: String,
}

impl WalletStore {
    /// Returns those among `ids` who have left and earned pounds.
    pub(crate) async fn former_sellers(
        &self,
        ids: &[UserId],
    ) -> Result<HashMap<UserId, FormerSeller>, DbError> {
        let rows: Vec<Option<FormerSeller>> =
            self.db.get_all("former_seller", ids.iter().cloned()).await?;
        let found = ids.iter().zip(rows);
        Ok(found.filter_map(|(id, row)| Some((id.clone(), row?))).collect())
    }
}
