//! Turns uploads into pictures that are safe and small enough to serve.
//!
//! Attackers craft files that crash decoders or never end, and decoders have bugs. So the server
//! decodes each picture in a child process with kernel limits on time and memory: a bad file costs
//! one upload and nothing else. Tests decode in their own process.
//!
//! Without the feature `pictures` every picture is refused: tests that need none do not have to
//! wait for the decoders to be built.

#[cfg(feature = "pictures")]
mod child;
#[cfg(feature = "pictures")]
mod decode;
#[cfg(feature = "pictures")]
mod heif;
#[cfg(feature = "pictures")]
mod jpeg;
#[cfg(feature = "pictures")]
mod png;
#[cfg(feature = "pictures")]
mod queue;
#[cfg(not(feature = "pictures"))]
mod refusing;
#[cfg(feature = "pictures")]
pub(crate) mod render;
#[cfg(feature = "pictures")]
mod svg;

#[cfg(feature = "pictures")]
pub use child::{RENDER_PICTURE, render_picture};
#[cfg(all(test, feature = "pictures"))]
pub(crate) use decode::Format;
#[cfg(all(test, feature = "pictures"))]
pub(crate) use queue::PICTURE_BUDGET_MIB;
#[cfg(feature = "pictures")]
pub(crate) use queue::Pictures;
#[cfg(not(feature = "pictures"))]
pub(crate) use refusing::Pictures;
use sparkyard_kernel::ports::ImageShape;

use crate::kind::Kind;

/// Process in which pictures are decoded.
#[derive(Clone, Debug)]
pub enum PictureReader {
    /// This process: for tests, whose program cannot be started to decode a picture.
    Here,
    /// This program, started with [`RENDER_PICTURE`] for each picture.
    Program(std::path::PathBuf),
}

/// Size and shape of a rendered picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Avatar,
    Picture,
    /// Large enough to be legible, and on white.
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
