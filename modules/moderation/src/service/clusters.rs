//! Detection of accounts that may belong to one person: they deal only with each other, and were
//! signed in from one place. A family looks the same, so an admin has to judge.

use std::collections::HashMap;

use sparkyard_kernel::{
    Page, PageQuery, UserId,
    ports::{Circle, SharedSignIn, Sharing},
};

use super::ModerationService;
use crate::{
    error::ModerationError,
    model::{Cluster, Member},
};

impl ModerationService {
    /// Returns a page of clusters, those with the newest bookings first.
    pub(crate) async fn clusters(
        &self,
        page: &PageQuery,
    ) -> Result<Page<Cluster>, ModerationError> {
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

    async fn cluster(
        &self,
        circle: Circle,
        shared: &[SharedSignIn],
    ) -> Result<Cluster, ModerationError> {
        let accounts = self.accounts.find(&circle.members).await?;
        let mut accounts: HashMap<UserId, _> =
            accounts.into_iter().map(|account| (account.id.clone(), account)).collect();
        let people = self.people.find(&circle.members).await?;
        let member = |id: &UserId| {
            let member = Member::new(accounts.remove(id)?, people.get(id));
            Some((member, sharing(id, shared)))
        };
        Ok(Cluster {
            members: circle.members.iter().filter_map(member).collect(),
            bookings: circle.bookings,
            cash: circle.cash,
            tokens: circle.tokens,
            latest: circle.latest,
        })
    }
}

/// Returns the closest match of a member's sign-ins with those of any other.
fn sharing(id: &UserId, shared: &[SharedSignIn]) -> Option<Sharing> {
    let theirs = shared.iter().filter(|pair| pair.one == *id || pair.other == *id);
    theirs.map(|pair| pair.sharing).max()
}
