//! Turns what people upload into pictures that are safe and small enough to serve.
//!
//! Without the feature `pictures` no upload is taken for one: for tests that have none, which
//! need not wait for the decoders to be built.

#[cfg(feature = "pictures")]
mod decode;
#[cfg(feature = "pictures")]
mod heif;
#[cfg(feature = "pictures")]
mod jpeg;
#[cfg(feature = "pictures")]
mod png;
#[cfg(feature = "pictures")]
pub(crate) mod render;
#[cfg(feature = "pictures")]
mod svg;

#[cfg(all(test, feature = "pictures"))]
pub(crate) use decode::Format;
#[cfg(feature = "pictures")]
pub(crate) use reading::{PICTURE_BUDGET_MIB, Pictures};
#[cfg(not(feature = "pictures"))]
pub(crate) use refusing::Pictures;
use sparkyard_kernel::ports::ImageShape;

use crate::kind::Kind;

/// How large and which shape a picture becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Avatar,
    Picture,
    /// Legible, and on white.
    Document,
}

impl From<ImageShape> for Shape {
    fn from(shape: ImageShape) -> Self {
        match shape {
            ImageShape::Avatar => Self::Avatar,
            ImageShape::Picture => Self::Picture,
        }
    }
}

/// A picture ready to be served.
pub(crate) struct Picture {
    pub(crate) content: Vec<u8>,
    pub(crate) kind: Kind,
}

#[cfg(feature = "pictures")]
mod reading {
    use std::sync::Arc;

    use bytes::Bytes;
    use sparkyard_kernel::ApiError;
    use tokio::sync::Semaphore;

    use super::{
        Picture, Shape,
        decode::{Format, PictureError},
        render::render,
    };

    /// Unpacked pictures in memory at one time, in MiB: what a server with 1 GB can spare.
    pub(crate) const PICTURE_BUDGET_MIB: u32 = 192;
    /// The least that one picture counts, which also bounds how many are rendered at one time.
    const LEAST_PICTURE_MIB: u32 = 40;
    /// How many uploads are looked at at one time to learn what they cost.
    const LOOKED_AT: usize = 4;

    /// Renders pictures, as many at one time as memory allows.
    #[derive(Debug)]
    pub(crate) struct Pictures {
        budget: Arc<Semaphore>,
        looking: Arc<Semaphore>,
    }

    impl Pictures {
        pub(crate) fn new() -> Self {
            Self {
                budget: Arc::new(Semaphore::new(PICTURE_BUDGET_MIB as usize)),
                looking: Arc::new(Semaphore::new(LOOKED_AT)),
            }
        }

        /// Renders within the budget of memory, away from the async threads.
        pub(crate) async fn render(
            &self,
            content: Bytes,
            shape: Shape,
        ) -> Result<Picture, ApiError> {
            let header = content.clone();
            let permit = self.looking.clone().acquire_owned().await.map_err(ApiError::internal)?;
            let (format, cost) = in_background(move || {
                let _permit = permit;
                let format = Format::of(&header, shape)?;
                Ok((format, format.unpacked_mib(&header)?))
            })
            .await?;
            let cost = cost.max(LEAST_PICTURE_MIB);
            let permit = self.budget.clone().acquire_many_owned(cost).await;
            let permit = permit.map_err(ApiError::internal)?;
            in_background(move || {
                // The permit ends with the work, even when nobody waits for it any more.
                let _permit = permit;
                render(&content, format, shape)
            })
            .await
        }
    }

    /// Does what takes time away from the async threads.
    async fn in_background<T: Send + 'static>(
        work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
    ) -> Result<T, ApiError> {
        Ok(tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)??)
    }
}

#[cfg(not(feature = "pictures"))]
mod refusing {
    use bytes::Bytes;
    use sparkyard_kernel::ApiError;

    use super::{Picture, Shape};

    /// Takes no pictures.
    #[derive(Debug)]
    pub(crate) struct Pictures;

    impl Pictures {
        pub(crate) const fn new() -> Self {
            Self
        }

        #[expect(clippy::unused_async, reason = "called like the one that reads pictures")]
        pub(crate) async fn render(&self, _: Bytes, _: Shape) -> Result<Picture, ApiError> {
            let message = "This build reads no pictures.";
            Err(ApiError::new(415, "files.not_an_image", message))
        }
    }
}
