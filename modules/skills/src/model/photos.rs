//! Order of the pictures of a skill.

use std::str::FromStr;

use super::{MAX_PHOTOS, PhotoSlot, Photos, UnknownWord};

/// Key of an uploaded picture.
const NEW: &str = "new";

/// One picture in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Stored(PhotoSlot),
    New,
}

/// Sequence of pictures, such as `thumbnail02,new,thumbnail01`: stored ones by slot, and for each
/// `new` the next uploaded one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PhotoOrder(Vec<Piece>);

impl FromStr for PhotoOrder {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let piece = |word: &str| match word.trim() {
            NEW => Ok(Piece::New),
            word => PhotoSlot::from_field(word).map(Piece::Stored).ok_or(UnknownWord),
        };
        text.split(',').map(piece).collect::<Result<_, _>>().map(Self)
    }
}

impl PhotoOrder {
    /// Checks whether it names each of the `stored` and `sent` pictures exactly once.
    pub(crate) fn fits(&self, stored: &Photos, sent: usize) -> bool {
        let new = self.0.iter().filter(|piece| **piece == Piece::New).count();
        let named = |slot| self.0.iter().filter(|piece| **piece == Piece::Stored(slot)).count();
        let each_once = PhotoSlot::ALL
            .into_iter()
            .zip(stored)
            .all(|(slot, photo)| named(slot) == usize::from(photo.is_some()));
        each_once && new == sent && self.0.len() <= MAX_PHOTOS
    }

    /// Arranges the `stored` and `sent` pictures in this order, which must fit them.
    pub(crate) fn arrange(&self, mut stored: Photos, sent: Vec<String>) -> Photos {
        let mut sent = sent.into_iter();
        let mut pictures = self.0.iter().filter_map(|piece| match piece {
            Piece::New => sent.next(),
            Piece::Stored(slot) => stored[slot.index()].take(),
        });
        std::array::from_fn(|_| pictures.next())
    }
}

/// Arranges pictures in `order`, or puts the `new` ones into free slots.
pub(crate) fn arranged(stored: Photos, order: Option<&PhotoOrder>, new: Vec<String>) -> Photos {
    match order {
        Some(order) => order.arrange(stored, new),
        None => fill(stored, new),
    }
}

/// Puts the `new` pictures into the free slots of `stored`, in turn.
fn fill(mut stored: Photos, new: Vec<String>) -> Photos {
    let free = stored.iter_mut().filter(|slot| slot.is_none());
    for (slot, photo) in free.zip(new) {
        *slot = Some(photo);
    }
    stored
}

#[cfg(test)]
mod tests {
    use super::*;

    fn photos(stored: [&str; MAX_PHOTOS]) -> Photos {
        stored.map(|name| (!name.is_empty()).then(|| name.to_owned()))
    }

    #[test]
    fn order_must_name_each_picture_once() {
        let stored = photos(["a", "", "c", ""]);
        for (text, sent, fits) in [
            ("thumbnail01,thumbnail03", 0, true),
            ("thumbnail03, thumbnail01", 0, true),
            ("thumbnail03,new,thumbnail01,new", 2, true),
            ("thumbnail03", 0, false),
            ("thumbnail03,thumbnail03", 0, false),
            ("thumbnail01,thumbnail02", 0, false),
            ("thumbnail01,thumbnail03,new", 0, false),
            ("thumbnail01,thumbnail03", 1, false),
            ("new,new,new,thumbnail01,thumbnail03", 3, false),
        ] {
            let order: PhotoOrder = text.parse().unwrap();
            assert_eq!(order.fits(&stored, sent), fits, "{text} with {sent} sent");
        }
        for text in ["", "thumbnail05", "thumbnail01,", "Thumbnail01", "<script>"] {
            assert_eq!(text.parse::<PhotoOrder>(), Err(UnknownWord), "{text}");
        }
    }

    #[test]
    fn pictures_are_arranged_in_the_order() {
        let order: PhotoOrder = "thumbnail03,new,thumbnail01".parse().unwrap();
        let arranged = order.arrange(photos(["a", "", "c", ""]), vec!["n".to_owned()]);
        assert_eq!(arranged, photos(["c", "n", "a", ""]));
    }
}
