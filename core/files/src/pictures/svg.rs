//! Rasterises SVG drawings, so that only their appearance survives.
//!
//! A small drawing can cause enormous work by repeating, blurring and masking its parts. Only a
//! limited number of plain shapes is rendered; any other visible content is refused, and the member
//! is asked for a photo. Nothing outside the drawing is ever read.

use std::ops::RangeInclusive;

use image::{DynamicImage, RgbaImage};
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{Group, ImageHrefResolver, Node, Options, Path, Size, Tree, roxmltree},
};

use super::decode::PictureError;

const MAX_BYTES: usize = 512 * 1024;
const MAX_NODES: u32 = 10_000;
const MAX_DEPTH: usize = 64;
const MAX_STYLE_BYTES: usize = 16 * 1024;
/// Rules of all styles together; each is tried on every shape.
const MAX_RULES: usize = 200;
const MAX_GRADIENTS: usize = 200;
/// Longest chain of gradients that inherit colours.
const MAX_CHAIN: usize = 8;
/// Side lengths before scaling for which areas can be computed reliably.
const SIDES: RangeInclusive<f32> = 1e-4..=1e7;
/// Corners and curves of all shapes together.
const MAX_SEGMENTS: usize = 50_000;
/// Total area of all shapes, in multiples of the drawing.
const MAX_COVERS: f32 = 200.0;
/// Nested transparent groups, each of which is rendered separately first.
const MAX_LAYERS: usize = 6;
/// Pixels of the longer side of the output.
const SIDE: u16 = 1600;
/// Most memory that painting takes, in bytes.
pub(super) const PAINTED_BYTES: u64 = SIDE as u64 * SIDE as u64 * 4 * (MAX_LAYERS as u64 + 2);

/// Elements that are rendered, or that are invisible.
const ELEMENTS: [&str; 20] = [
    "svg",
    "g",
    "a",
    "switch",
    "defs",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "linearGradient",
    "radialGradient",
    "stop",
    "style",
    "title",
    "desc",
    "metadata",
    "script",
];
const SVG: &str = "http://www.w3.org/2000/svg";

/// Checks whether `content` begins like an SVG drawing.
pub(super) fn is_svg(content: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(content) else { return false };
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let begins = ["<svg", "<?xml", "<!--", "<!DOCTYPE svg"];
    let start: String = text.chars().take(2048).collect();
    begins.iter().any(|begin| start.starts_with(begin)) && start.contains("<svg")
}

/// Renders the drawing on white; refuses what cannot be rendered within the limits.
pub(super) fn render(content: &[u8]) -> Result<DynamicImage, PictureError> {
    let text = str::from_utf8(content).map_err(|_| PictureError::UnsupportedDrawing)?;
    if content.len() > MAX_BYTES {
        return Err(PictureError::UnsupportedDrawing);
    }
    // The parser rejects document types by default, so that there are no entities.
    let options = roxmltree::ParsingOptions { nodes_limit: MAX_NODES, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(text, options);
    let document = document.map_err(|_| PictureError::UnsupportedDrawing)?;
    check(&document)?;
    let tree = Tree::from_xmltree(&document, &sealed_off())
        .map_err(|_| PictureError::UnsupportedDrawing)?;
    let sides = [tree.size().width(), tree.size().height()];
    if !sides.iter().all(|side| SIDES.contains(side)) {
        return Err(PictureError::UnsupportedDrawing);
    }
    let mut work = Work::new(tree.size());
    work.add_group(tree.root(), 0)?;
    rendered(&tree)
}

/// Returns options that resolve no external resources.
fn sealed_off() -> Options<'static> {
    Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

/// Refuses drawings with elements that would be omitted or take too long to read.
fn check(document: &roxmltree::Document<'_>) -> Result<(), PictureError> {
    if !document.root_element().has_tag_name((SVG, "svg")) {
        return Err(PictureError::UnsupportedDrawing);
    }
    let (mut style_bytes, mut rules, mut gradients) = (0, 0, 0);
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name();
        // Editors' own elements are never rendered.
        if name.namespace().is_some_and(|namespace| namespace != SVG) {
            continue;
        }
        if name.name() == "style" {
            let text: String = node.children().filter_map(|child| child.text()).collect();
            style_bytes += text.len();
            rules += text.matches('{').count();
            if !is_plain_style(&text) {
                return Err(PictureError::UnsupportedDrawing);
            }
        }
        if name.name().ends_with("Gradient") {
            gradients += 1;
            if gradients > MAX_GRADIENTS || chain_of(document, node) > MAX_CHAIN {
                return Err(PictureError::UnsupportedDrawing);
            }
        }
        if !ELEMENTS.contains(&name.name())
            || node.ancestors().take(MAX_DEPTH + 1).count() > MAX_DEPTH
        {
            return Err(PictureError::UnsupportedDrawing);
        }
    }
    match style_bytes > MAX_STYLE_BYTES || rules > MAX_RULES {
        true => Err(PictureError::UnsupportedDrawing),
        false => Ok(()),
    }
}

/// Checks whether every rule of a style selects single elements. Rules about nested elements can
/// take exponential time to match.
fn is_plain_style(text: &str) -> bool {
    let selectors = text.split('}').map(|rule| rule.split('{').next().unwrap_or_default());
    selectors.flat_map(|selectors| selectors.split(',')).all(|selector| {
        let selector = selector.trim();
        !selector.contains(|c: char| c.is_whitespace() || ">+~:@/".contains(c))
    })
}

/// Returns the length of a chain of gradients, limited so that cycles end.
fn chain_of(document: &roxmltree::Document<'_>, first: roxmltree::Node<'_, '_>) -> usize {
    let next = |gradient: &roxmltree::Node<'_, '_>| {
        let href = gradient.attributes().find(|attribute| attribute.name() == "href")?;
        let id = href.value().strip_prefix('#')?;
        document.descendants().find(|node| node.attribute("id") == Some(id)).map(|node| node.id())
    };
    let mut length = 1;
    let mut last = first.id();
    while length <= MAX_CHAIN
        && let Some(id) = document.get_node(last).and_then(|gradient| next(&gradient))
    {
        length += 1;
        last = id;
    }
    length
}

/// Cost of painting, summed until a limit is exceeded.
struct Work {
    canvas: f32,
    segments: usize,
    covered: f32,
}

impl Work {
    fn new(size: Size) -> Self {
        Self { canvas: size.width() * size.height(), segments: 0, covered: 0.0 }
    }

    fn add_group(&mut self, group: &Group, layers: usize) -> Result<(), PictureError> {
        let layers = layers + usize::from(group.should_isolate());
        let is_plain =
            group.clip_path().is_none() && group.mask().is_none() && group.filters().is_empty();
        if !is_plain || layers > MAX_LAYERS {
            return Err(PictureError::UnsupportedDrawing);
        }
        if group.should_isolate() {
            self.cover(1.0)?;
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.add_group(group, layers)?,
                Node::Path(path) => self.add_path(path)?,
                Node::Image(_) | Node::Text(_) => return Err(PictureError::UnsupportedDrawing),
            }
        }
        Ok(())
    }

    fn add_path(&mut self, path: &Path) -> Result<(), PictureError> {
        self.segments += path.data().verbs().len();
        // Dashes multiply the number of shapes.
        let is_dashed = path.stroke().is_some_and(|stroke| stroke.dasharray().is_some());
        if is_dashed || self.segments > MAX_SEGMENTS {
            return Err(PictureError::UnsupportedDrawing);
        }
        // The painter's arithmetic fails for wider strokes.
        let width = path.stroke().map_or(0.0, |stroke| stroke.width().get());
        if width > *SIDES.end() {
            return Err(PictureError::UnsupportedDrawing);
        }
        let area = path.abs_stroke_bounding_box();
        self.cover(area.width() * area.height() / self.canvas)
    }

    /// Adds a shape that covers `part` of the drawing, at most all of it.
    fn cover(&mut self, part: f32) -> Result<(), PictureError> {
        if part.is_nan() {
            return Err(PictureError::UnsupportedDrawing);
        }
        self.covered += part.clamp(0.0, 1.0);
        if self.covered > MAX_COVERS { Err(PictureError::UnsupportedDrawing) } else { Ok(()) }
    }
}

fn rendered(tree: &Tree) -> Result<DynamicImage, PictureError> {
    let most = f32::from(SIDE);
    let fitted = Size::from_wh(most, most).map(|square| tree.size().scale_to(square));
    let fitted = fitted.ok_or(PictureError::UnsupportedDrawing)?;
    let size = fitted.to_int_size();
    let (width, height) = (size.width().min(SIDE.into()), size.height().min(SIDE.into()));
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::UnsupportedDrawing)?;
    pixmap.fill(Color::WHITE);
    let scale = fitted.width() / tree.size().width();
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    // On white every pixel is opaque, so premultiplied colours are the real ones.
    let image = RgbaImage::from_raw(width, height, pixmap.take());
    image.map(DynamicImage::ImageRgba8).ok_or(PictureError::UnsupportedDrawing)
}
