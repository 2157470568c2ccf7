//! The pictures of skills.

use sparkyard_kernel::{ApiError, UnreadFile, UserId, ports::ImageShape};

use super::SkillService;
use crate::{
    error::SkillsError,
    model::{Photos, photos::PhotoOrder},
};

/// The pictures that are sent along, still unread.
#[derive(Debug, Default)]
pub(crate) struct SentPhotos {
    pub(crate) files: Vec<UnreadFile>,
    /// Where they and the stored ones go; without it the new ones fill the free slots.
    pub(crate) order: Option<PhotoOrder>,
}

impl SkillService {
    /// Stores pictures one after the other, so that only one is in memory; none of them when one is
    /// refused.
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

    async fn store_photo(&self, user: &UserId, file: UnreadFile) -> Result<String, ApiError> {
        self.files.put_image(user, file.read().await?, ImageShape::Picture).await
    }
}

/// Refuses pictures that do not fit beside the `stored` ones.
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
