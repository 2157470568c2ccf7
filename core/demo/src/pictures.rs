//! Pictures of the sample community. A skill shows the web client's drawing of its category with
//! another background and cropped closer, like photographs of somebody's work.

use std::io::Cursor;

use anyhow::Context;
use image::{ImageFormat, RgbaImage};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};
use rust_embed::RustEmbed;

use crate::town::SampleSkill;

#[derive(RustEmbed)]
#[folder = "../../web/public/art"]
struct Drawings;

/// Beginning of every drawing.
const FRAME: &str = r#"viewBox="0 0 350 200">"#;
/// Background with which every drawing of a category begins.
const GROUND: &str = r#"<path d="M0 0h350v200H0z" fill=""#;
const GROUNDS: [&str; 6] = ["#f8e6c2", "#dfe9d2", "#f3dccf", "#d6e6e4", "#e6dbe6", "#e3e1d6"];
/// Crops of a drawing, with the whole first: left, top, width, height.
const VIEWS: [[u32; 4]; 3] = [[0, 0, 350, 200], [58, 34, 196, 112], [122, 56, 196, 112]];

/// Returns the pictures of an offer; `nth` varies the backgrounds between offers.
pub(super) fn of(offer: &SampleSkill, nth: usize) -> anyhow::Result<Vec<Vec<u8>>> {
    let category = &offer.category;
    let drawing = Drawings::get(&format!("{category}.svg"));
    let drawing = drawing.with_context(|| format!("nobody has drawn {category}"))?;
    let drawing = std::str::from_utf8(&drawing.data)?;
    let content = drawing.split_once(FRAME).and_then(|(_, rest)| rest.split_once(GROUND));
    let content = content.and_then(|(_, rest)| rest.split_once('"')).map(|(_, rest)| rest);
    let content = content.with_context(|| format!("{category} is drawn in another way"))?;
    let picture = |(index, [left, top, width, height]): (usize, [u32; 4])| {
        let ground = GROUNDS[(nth + index) % GROUNDS.len()];
        render(&format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="1050" height="600" viewBox="{left} {top} {width} {height}">{GROUND}{ground}"{content}"#
        ))
    };
    VIEWS.into_iter().take(offer.pictures).enumerate().map(picture).collect()
}

/// Renders a drawing that covers its whole background as a PNG.
pub(super) fn render(drawing: &str) -> anyhow::Result<Vec<u8>> {
    let tree = Tree::from_str(drawing, &Options::default())?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).context("a drawing without size")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    let image = RgbaImage::from_raw(size.width(), size.height(), pixels.take());
    let mut png = Vec::new();
    let image = image.context("a drawing of another size")?;
    image.write_to(&mut Cursor::new(&mut png), ImageFormat::Png)?;
    Ok(png)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::town::town;

    #[test]
    fn pictures_of_an_offer_differ() {
        let people = town().unwrap().people;
        let offers: Vec<_> = people.iter().flat_map(|person| &person.skills).collect();
        assert!(offers.iter().any(|offer| offer.pictures == super::VIEWS.len()));
        for offer in offers {
            let pictures: HashSet<_> = super::of(offer, 3).unwrap().into_iter().collect();
            assert_eq!(pictures.len(), offer.pictures, "{}", offer.category);
        }
    }
}
