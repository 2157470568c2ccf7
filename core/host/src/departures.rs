//! Members who delete their account: what the modules declare, and the erasure of their rows.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use sparkyard_db::{Db, DbError};
use sparkyard_kernel::{
    Event, EventHandler, Job, UserId,
    events::auth::DELETED,
    leaving::{self, Erasure, Leaving, Obstacle},
    ports::Departures,
};
use tracing::info;

/// Time between two runs of the job.
const EVERY: Duration = Duration::from_hours(24);

/// Declarations of all modules, in the order of the modules.
#[derive(Debug)]
pub struct ModulesDepartures {
    obstacles: Vec<Obstacle>,
    close: Vec<&'static str>,
    erasures: Vec<Erasure>,
}

impl Default for ModulesDepartures {
    /// Begins with the rules of the host.
    fn default() -> Self {
        let erasures = crate::mail::ERASURES.to_vec();
        Self { obstacles: Vec::new(), close: Vec::new(), erasures }
    }
}

impl ModulesDepartures {
    /// Adds the declarations of a module. Of one that is switched off, only lasting obstacles count.
    pub(crate) fn add(&mut self, leaving: &Leaving, is_on: bool) {
        if is_on {
            self.obstacles.extend(leaving.obstacles);
        }
        self.obstacles.extend(leaving.lasting);
        self.close.extend(leaving.close);
        self.erasures.extend(leaving.erasures);
    }

    /// Returns the handler that erases the rows of members who have left.
    pub(crate) fn eraser(&self, db: &Db) -> Arc<Eraser> {
        Arc::new(Eraser { db: db.clone(), rules: self.erasures.clone() })
    }
}

impl Departures for ModulesDepartures {
    fn obstacles(&self) -> &[Obstacle] {
        &self.obstacles
    }

    fn close(&self) -> &[&'static str] {
        &self.close
    }

    fn erasures(&self) -> &[Erasure] {
        &self.erasures
    }
}

/// Erases the rows of members who have left, rule by rule. After a stop, the delivery is repeated:
/// what is erased already is not found again.
pub(crate) struct Eraser {
    db: Db,
    rules: Vec<Erasure>,
}

impl Eraser {
    /// Returns the job that erases what was stored for members after they left, by events that were
    /// on their way.
    pub(crate) fn leftovers(self: &Arc<Self>) -> Job {
        Job::new("core.erase_leftovers", EVERY, self.clone(), |eraser, now| async move {
            for user in leaving::departed(&eraser.db, now - EVERY * 3).await? {
                eraser.erase(&user).await?;
            }
            Ok::<(), DbError>(())
        })
    }

    async fn erase(&self, user: &UserId) -> Result<usize, DbError> {
        let mut erased = 0;
        for rule in &self.rules {
            erased += rule.run(&self.db, user).await?;
        }
        Ok(erased)
    }
}

#[async_trait]
impl EventHandler for Eraser {
    async fn handle(&self, event: &Event) -> anyhow::Result<()> {
        let Some(deleted) = event.of(DELETED)? else {
            anyhow::bail!("nothing erases for {}", event.name);
        };
        let erased = self.erase(&deleted.user_id).await?;
        info!(erased, "rows of a member who has left are erased");
        Ok(())
    }
}
