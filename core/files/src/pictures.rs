//! Turns what people upload into pictures that are safe and small enough to serve.
//!
//! Files that crash or never end are made on purpose, and decoders have faults. So the server has
//! pictures read by a process of their own, which the kernel ends when it takes too long or too
//! much: one upload is lost, and nothing else. Tests read them in their own process.
//!
//! Without the feature `pictures` no upload is taken for one: for tests that have none, which
//! need not wait for the decoders to be built.

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

/// Where pictures are read.
#[derive(Clone, Debug)]
pub enum PictureReader {
    /// In this process: for tests, whose program cannot be called to read one.
    Here,
    /// By this program, called with [`RENDER_PICTURE`] for each picture.
    Program(std::path::PathBuf),
}

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
