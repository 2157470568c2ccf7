//! Pictures of what sample people offer: the client's drawing of the category, on a ground of
//! their own and from closer by, as somebody would photograph their work.

use anyhow::Context;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/public/art"]
#[include = "*.svg"]
struct Drawings;

/// What every drawing begins with.
const FRAME: &str = r#"viewBox="0 0 350 200">"#;
/// The ground that every drawing of a category begins with.
const GROUND: &str = r#"<path d="M0 0h350v200H0z" fill=""#;
const GROUNDS: [&str; 6] = ["#f8e6c2", "#dfe9d2", "#f3dccf", "#d6e6e4", "#e6dbe6", "#e3e1d6"];
/// Parts of a drawing, with the whole first: left, top, width, height.
const VIEWS: [[u32; 4]; 3] = [[0, 0, 350, 200], [58, 34, 196, 112], [122, 56, 196, 112]];

/// Pictures of an offer in `category`; `nth` tells the grounds of one from those of the next.
pub(super) fn of(category: &str, nth: usize) -> anyhow::Result<Vec<String>> {
    let drawing = Drawings::get(&format!("{category}.svg"));
    let drawing = drawing.with_context(|| format!("nobody has drawn {category}"))?;
    let drawing = std::str::from_utf8(&drawing.data)?;
    let content = drawing.split_once(FRAME).and_then(|(_, rest)| rest.split_once(GROUND));
    let content = content.and_then(|(_, rest)| rest.split_once('"')).map(|(_, rest)| rest);
    let content = content.with_context(|| format!("{category} is drawn in another way"))?;
    let picture = |(index, [left, top, width, height]): (usize, [u32; 4])| {
        let ground = GROUNDS[(nth + index) % GROUNDS.len()];
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="1050" height="600" viewBox="{left} {top} {width} {height}">{GROUND}{ground}"{content}"#
        )
    };
    Ok(VIEWS.into_iter().enumerate().map(picture).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::town::town;

    #[test]
    fn all_that_is_offered_has_pictures_that_differ() {
        for person in town().unwrap().people {
            for (nth, offer) in person.skills.iter().enumerate() {
                let pictures: HashSet<_> =
                    super::of(&offer.category, nth).unwrap().into_iter().collect();
                assert_eq!(pictures.len(), super::VIEWS.len(), "{}", offer.category);
            }
        }
    }
}
