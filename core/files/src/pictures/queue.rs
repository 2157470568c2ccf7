//! Schedules the decoding of pictures: as many at a time as memory allows, with a limit per member
//! so that others do not wait long.

use std::sync::Arc;

use bytes::Bytes;
use sparkyard_kernel::{
    ApiError, UserId,
    quota::{Quota, Sender},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{
    Picture, PictureReader, Shape,
    child::Child,
    decode::{Format, PictureError},
    render::render,
};

/// Memory for unpacked pictures at a time, in MiB: as much as a server with 1 GB can spare.
pub(crate) const PICTURE_BUDGET_MIB: u32 = 192;
/// Least memory charged for a picture, which also bounds the number rendered at a time.
const LEAST_PICTURE_MIB: u32 = 40;
/// Most pictures inspected, waiting for memory or being rendered, at a time.
const UNDER_WAY: usize = 16;
/// Most of those pictures for one member.
const UNDER_WAY_EACH: u64 = 3;
/// Seconds after which a member who sent too many at once may retry.
const COME_BACK: u64 = 5;

/// Renders pictures within limits.
#[derive(Debug)]
pub(crate) struct Pictures {
    reader: PictureReader,
    budget: Arc<Semaphore>,
    under_way: Arc<Semaphore>,
    members: Arc<Quota>,
}

impl Pictures {
    pub(crate) fn new(reader: PictureReader) -> Self {
        Self {
            reader,
            budget: Arc::new(Semaphore::new(PICTURE_BUDGET_MIB as usize)),
            under_way: Arc::new(Semaphore::new(UNDER_WAY)),
            members: Quota::of_shares(UNDER_WAY_EACH),
        }
    }

    /// Renders an upload of `owner` within the memory budget.
    pub(crate) async fn render(
        &self,
        owner: &UserId,
        content: Bytes,
        shape: Shape,
    ) -> Result<Picture, ApiError> {
        let mut turn = self.members.hold(vec![Sender::Member(owner.clone())]);
        turn.grow(1).map_err(|_| too_many())?;
        let _place = self.under_way.acquire().await.map_err(ApiError::internal)?;
        match &self.reader {
            PictureReader::Here => self.render_here(content, shape).await,
            PictureReader::Program(program) => {
                let mut child = Child::start(program, shape)?;
                let _memory = self.memory(child.cost(content).await?).await?;
                Ok(child.picture().await?)
            }
        }
    }

    async fn render_here(&self, content: Bytes, shape: Shape) -> Result<Picture, ApiError> {
        let header = content.clone();
        let (format, cost) = in_background(move || {
            let format = Format::of(&header, shape)?;
            Ok((format, format.unpacked_mib(&header)?))
        })
        .await?;
        let memory = self.memory(cost).await?;
        in_background(move || {
            // The memory is released with the work, even when the caller has gone.
            let _memory = memory;
            render(&content, format, shape)
        })
        .await
    }

    async fn memory(&self, mebibytes: u32) -> Result<OwnedSemaphorePermit, ApiError> {
        let cost = mebibytes.clamp(LEAST_PICTURE_MIB, PICTURE_BUDGET_MIB);
        self.budget.clone().acquire_many_owned(cost).await.map_err(ApiError::internal)
    }
}

fn too_many() -> ApiError {
    let message = "You are sending many pictures at once. Please try again shortly.";
    ApiError::new(429, "files.too_many_at_once", message).retry_after(COME_BACK)
}

/// Runs blocking work off the async threads. A panic of a decoder counts as a broken picture.
async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = tokio::task::spawn_blocking(work).await;
    Ok(done.unwrap_or(Err(PictureError::Broken))?)
}
