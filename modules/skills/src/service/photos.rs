//! Pictures of skills.

use sparkyard_kernel::{ApiError, UnreadFile, UserId, ports::ImageShape};

use super::SkillService;
use crate::{
    error::SkillsError,
    model::{Photos, photos::PhotoOrder},
};

/// Uploaded pictures, not read yet.
#[derive(Debug, Default)]
pub(crate) struct SentPhotos {
    pub(crate) files: Vec<UnreadFile>,
    /// Order of stored and uploaded pictures; `None` fills the free slots.
    pub(crate) order: Option<PhotoOrder>,
}

impl SkillService {
    /// Stores pictures one after the other, so that only one is in memory. If one is rejected, none
    /// is kept.
    pub(super) async fn store_photos(
        &self,
        user: &UserId,
        files: Vec<UnreadFile>,
    ) -> Result<Vec<String>, SkillsError> {
        let mut stored = Vec::with_capacity(files.len());
        for file in files {
            match self.store_photo(user, file).await {
                Ok(photo) => stored.push(photo),
                Err(refused) => {
                    self.files.take_back(&stored).await;
                    return Err(refused.into());
                }
            }
        }
        Ok(stored)
    }

    /// Deletes pictures that a skill no longer names. Those of a hidden skill have been taken
    /// back already.
    pub(super) async fn let_go(&self, photos: &[String], withheld: bool) {
        match withheld {
            true => self.files.delete_unclaimed(photos).await,
            false => self.files.take_back(photos).await,
        }
    }

    async fn store_photo(&self, user: &UserId, file: UnreadFile) -> Result<String, ApiError> {
        self.files.put_image(user, file.read().await?, ImageShape::Picture).await
    }
}

/// Checks that the uploaded pictures fit beside the `stored` ones.
pub(super) fn check_photos(stored: &Photos, sent: &SentPhotos) -> Result<(), SkillsError> {
    let free = stored.iter().filter(|slot| slot.is_none()).count();
    if sent.files.len() > free {
        return Err(SkillsError::TooManyPhotos);
    }
    let misfits = |order: &PhotoOrder| !order.fits(stored, sent.files.len());
    if sent.order.as_ref().is_some_and(misfits) {
        return Err(SkillsError::PhotoOrder);
    }
    Ok(())
}
