//! Pages: where something is drawn, and what it is for those who cannot see it.

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::{
    Content, Filter, Finish, Name, Pdf, Ref, Settings, Str, Stream, TextStr, XRefFilter,
    types::{ArtifactType, StructRole, TableHeaderScope},
};

use crate::{
    font::{Font, Weight},
    text::{Line, Text},
};

/// A4, in points.
pub(crate) const WIDTH: f32 = 595.28;
pub(crate) const HEIGHT: f32 = 841.89;
/// Empty edge at both sides.
pub(crate) const SIDE: f32 = 50.0;
/// Empty edge above the text.
pub(crate) const TOP: f32 = 56.0;
/// Edge below the text, in which the page number stands.
pub(crate) const BOTTOM: f32 = 64.0;
/// Height of the page number above the lower edge.
pub(crate) const FOOT: f32 = 36.0;

/// Level of compression, of 0 to 10.
const COMPRESSION: u8 = 6;
/// No spaces but those that are needed.
pub(crate) const COMPACT: Settings = Settings { pretty: false };

/// Names of the two fonts in the resources of every page.
pub(crate) const FONTS: [Name<'static>; 2] = [Name(b"R"), Name(b"B")];

/// Look of a text.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub(crate) weight: Weight,
    pub(crate) size: f32,
    /// Lightness, 0 for black.
    pub(crate) gray: f32,
}

impl Style {
    /// Distance of two lines.
    pub(crate) fn leading(self) -> f32 {
        self.size * 1.36
    }
}

/// Both fonts.
pub(crate) struct Fonts {
    pub(crate) regular: Font,
    pub(crate) bold: Font,
}

impl Fonts {
    /// Breaks a text into lines of at most `width`.
    pub(crate) fn lines(&mut self, text: &str, style: Style, width: f32) -> Text {
        let font = self.of(style.weight);
        Text::new(text, width, |letter| font.width(letter, style.size))
    }

    /// Checks whether any letter is shown as the replacement character.
    pub(crate) fn lack_letters(&self) -> bool {
        self.regular.lacks_letters() || self.bold.lacks_letters()
    }

    fn of(&mut self, weight: Weight) -> &mut Font {
        match weight {
            Weight::Regular => &mut self.regular,
            Weight::Bold => &mut self.bold,
        }
    }

    /// Draws lines with their left or right edge at `x`, the first one's base line at `y`.
    pub(crate) fn draw(
        &mut self,
        content: &mut Content,
        lines: &[Line],
        style: Style,
        (x, y): (f32, f32),
        to_the_right: bool,
    ) {
        let name = FONTS[usize::from(style.weight == Weight::Bold)];
        let font = self.of(style.weight);
        let mut y = y;
        content.set_fill_gray(style.gray).begin_text().set_font(name, style.size);
        for line in lines {
            let left = if to_the_right { x - line.width } else { x };
            let letters = line.letters.chars().chain(line.ends_at_space.then_some(' '));
            let codes: Vec<u8> =
                letters.flat_map(|letter| font.code(letter).to_be_bytes()).collect();
            content.set_text_matrix([1.0, 0.0, 0.0, 1.0, hundredths(left), hundredths(y)]);
            content.show(Str(&codes));
            y -= style.leading();
        }
        content.end_text();
    }
}

/// The page that is being drawn.
pub(crate) struct Page {
    pub(crate) id: Ref,
    pub(crate) content: Content,
    /// Height of the next line's upper edge.
    pub(crate) y: f32,
    /// Structure elements of the marked content, by its number.
    pub(crate) marked: Vec<Ref>,
    /// Whether nothing but repeated headings has been drawn.
    pub(crate) is_fresh: bool,
}

impl Page {
    /// Creates an empty page.
    pub(crate) fn new(id: Ref) -> Self {
        let content = Content::with_settings(COMPACT);
        Self { id, content, y: HEIGHT - TOP, marked: Vec::new(), is_fresh: true }
    }

    /// Begins what belongs to the structure element `element`, and returns its number.
    pub(crate) fn begin(&mut self, role: StructRole, element: Ref, spoken: Option<&str>) -> i32 {
        // At most one per cell of a page, so far below the limit.
        let number = i32::try_from(self.marked.len()).unwrap_or(i32::MAX);
        self.marked.push(element);
        let mut mark = self.content.begin_marked_content_with_properties(role.to_name());
        let mut properties = mark.properties();
        properties.identify(number);
        if let Some(spoken) = spoken {
            properties.actual_text(TextStr(spoken));
        }
        properties.finish();
        mark.finish();
        number
    }

    /// Begins what is only decoration: lines, repeated headings, page numbers.
    pub(crate) fn begin_artifact(&mut self, kind: ArtifactType) {
        begin_artifact(&mut self.content, kind);
    }

    pub(crate) fn end(&mut self) {
        self.content.end_marked_content();
    }

    /// Goes below lines that were drawn.
    pub(crate) fn advance(&mut self, lines: usize, style: Style) {
        self.y = (0..lines).fold(self.y, |y, _| y - style.leading());
        self.is_fresh = false;
    }

    /// Draws a line across the page.
    pub(crate) fn rule(&mut self, gray: f32) {
        self.begin_artifact(ArtifactType::Layout);
        let y = hundredths(self.y);
        self.content.set_stroke_gray(gray).set_line_width(0.6);
        self.content.move_to(SIDE, y).line_to(WIDTH - SIDE, y).stroke();
        self.end();
    }
}

/// Begins what is only decoration.
pub(crate) fn begin_artifact(content: &mut Content, kind: ArtifactType) {
    let mut mark = content.begin_marked_content_with_properties(Name(b"Artifact"));
    mark.properties().artifact().kind(kind).finish();
    mark.finish();
}

/// Writes a structure element with the marked content of a page, or without any.
pub(crate) fn element(
    pdf: &mut Pdf,
    (id, parent): (Ref, Ref),
    role: StructRole,
    marked: Option<(Ref, i32)>,
    scope: Option<TableHeaderScope>,
) {
    let mut element = pdf.struct_element(id);
    element.kind(role).parent(parent);
    if let Some((page, number)) = marked {
        element.page(page);
        element.children().marked_content_id(number);
    }
    if let Some(scope) = scope {
        element.attributes().push().table().scope(scope);
    }
}

/// Writes the structure element of a group.
pub(crate) fn group(
    pdf: &mut Pdf,
    (id, parent): (Ref, Ref),
    role: StructRole,
    children: impl IntoIterator<Item = Ref>,
) {
    let mut element = pdf.struct_element(id);
    element.kind(role).parent(parent);
    let mut list = element.children();
    for child in children {
        list.struct_element(child);
    }
}

/// Writes a compressed stream; `more` adds to its dictionary.
pub(crate) fn stream(pdf: &mut Pdf, id: Ref, data: &[u8], more: impl FnOnce(&mut Stream<'_>)) {
    let data = compress_to_vec_zlib(data, COMPRESSION);
    let mut stream = pdf.stream(id, &data);
    stream.filter(Filter::FlateDecode);
    more(&mut stream);
}

/// Ends a file, with a compressed index of its objects.
pub(crate) fn finish(pdf: Pdf, index: Ref) -> Vec<u8> {
    pdf.finish_with_xref_stream_and_filter(index, |data| {
        (compress_to_vec_zlib(data, COMPRESSION), XRefFilter::Single(Filter::FlateDecode))
    })
}

/// Rounds a position to hundredths of a point, which nobody sees and which are short to write.
fn hundredths(position: f32) -> f32 {
    (position * 100.0).round() / 100.0
}
