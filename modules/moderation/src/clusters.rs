//! Accounts that may be one person's: they deal only with each other, and were signed in to from
//! one place. A family at one table looks the same; it is for an admin to tell them apart.

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    ApiError, Page, PageQuery, UserId,
    ports::{Accounts, Bookings, Circle, People, SharedSignIn, SignIns},
};

use crate::model::{Cluster, ClusterMember, Member, Shared};

/// Those who know who deals with whom, and from where.
pub(crate) struct Clusters {
    pub(crate) accounts: Arc<dyn Accounts>,
    pub(crate) people: Arc<dyn People>,
    pub(crate) sign_ins: Arc<dyn SignIns>,
    /// Where there are bookings.
    pub(crate) bookings: Option<Arc<dyn Bookings>>,
}

impl Clusters {
    /// A page of clusters, those with the newest bookings first.
    pub(crate) async fn list(&self, page: &PageQuery) -> Result<Page<Cluster>, ApiError> {
        let Some(bookings) = &self.bookings else {
            return Ok(Page { items: Vec::new(), next_cursor: None });
        };
        let Page { items: circles, next_cursor } = bookings.circles(page).await?;
        let mut clusters = Vec::new();
        for circle in circles {
            let shared = self.sign_ins.shared(&circle.members).await?;
            if !shared.is_empty() {
                clusters.push(self.cluster(circle, &shared).await?);
            }
        }
        Ok(Page { items: clusters, next_cursor })
    }

    async fn cluster(&self, circle: Circle, shared: &[SharedSignIn]) -> Result<Cluster, ApiError> {
        let accounts = self.accounts.find(&circle.members).await?;
        let mut accounts: HashMap<UserId, _> =
            accounts.into_iter().map(|account| (account.id.clone(), account)).collect();
        let people = self.people.find(&circle.members).await?;
        let member = |id: &UserId| {
            let member = Member::new(accounts.remove(id)?, people.get(id));
            Some(ClusterMember { member, shares: shares(id, shared) })
        };
        Ok(Cluster {
            members: circle.members.iter().filter_map(member).collect(),
            bookings: circle.bookings,
            cash: circle.cash,
            tokens: circle.tokens,
            latest: circle.latest.into(),
        })
    }
}

/// The most that a member's sign-ins have in common with those of any other.
fn shares(id: &UserId, shared: &[SharedSignIn]) -> Shared {
    let theirs = shared.iter().filter(|pair| pair.one == *id || pair.other == *id);
    theirs.map(|pair| pair.sharing).max().into()
}
