//! A document from its heading to its last page.

use jiff::Zoned;
use pdf_writer::{
    Content, Date, Finish, Name, Pdf, Rect, Ref, TextStr,
    types::{ArtifactType, StructRole, TabOrder, TableHeaderScope},
    writers::StructTreeRoot,
};

use crate::{
    PdfError,
    font::{Font, Weight},
    page::{
        self, BOTTOM, COMPACT, FONTS, FOOT, Fonts, HEIGHT, Page, SIDE, Style, WIDTH,
        begin_artifact, stream,
    },
    text::Line,
};

/// Width of what stands between the side edges.
pub(crate) const INNER: f32 = WIDTH - 2.0 * SIDE;
/// Space below a block.
pub(crate) const GAP: f32 = 14.0;
const TITLE: Style = Style { weight: Weight::Bold, size: 20.0, gray: 0.1 };
const ISSUER: Style = Style { weight: Weight::Bold, size: 11.0, gray: 0.35 };
const PROSE: Style = Style { weight: Weight::Regular, size: 10.0, gray: 0.1 };
const SMALL: Style = Style { weight: Weight::Regular, size: 8.0, gray: 0.35 };
/// Width kept for the number of a page.
const PAGE_NUMBER: f32 = 90.0;
const LACKING: &str = "\u{fffd} stands for a letter that this document cannot show. Copying the \
                       text gives the letter itself.";

/// Heading of a document.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    /// Title on the first page, and of the file.
    pub title: &'a str,
    /// Issuer of the document, above the title.
    pub issuer: &'a str,
    /// Time of writing, at the foot of every page.
    pub written_at: &'a Zoned,
}

/// A document that is being laid out. Blocks are drawn one below the other, on as many pages as
/// they need.
pub struct Document {
    pub(crate) fonts: Fonts,
    pub(crate) page: Page,
    pdf: Pdf,
    /// Next free object id.
    next: Ref,
    /// Root of the structure.
    root: Ref,
    blocks: Vec<Ref>,
    pages: Vec<FinishedPage>,
    title: String,
    issuer: String,
    written_at: Zoned,
}

/// Objects of a page that is complete but for its foot.
struct FinishedPage {
    id: Ref,
    content: Ref,
    /// Structure elements of the page's marked content.
    marked: Ref,
}

/// Place and role of lines that belong together.
pub(crate) struct Spot {
    pub(crate) role: StructRole,
    pub(crate) scope: Option<TableHeaderScope>,
    pub(crate) style: Style,
    /// Left or right edge, and base line of the first line.
    pub(crate) at: (f32, f32),
    pub(crate) to_the_right: bool,
}

impl std::fmt::Debug for Document {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Document").field("title", &self.title).finish_non_exhaustive()
    }
}

impl Document {
    /// Begins a document.
    pub fn new(heading: Heading<'_>) -> Result<Self, PdfError> {
        let fonts =
            Fonts { regular: Font::read(Weight::Regular)?, bold: Font::read(Weight::Bold)? };
        let mut next = Ref::new(1);
        let (root, page) = (next.bump(), next.bump());
        let mut document = Self {
            fonts,
            page: Page::new(page),
            pdf: Pdf::with_settings(COMPACT),
            next,
            root,
            blocks: Vec::new(),
            pages: Vec::new(),
            title: heading.title.to_owned(),
            issuer: heading.issuer.to_owned(),
            written_at: heading.written_at.clone(),
        };
        document.prose(heading.issuer, ISSUER, StructRole::P);
        document.page.y -= 4.0;
        document.prose(heading.title, TITLE, StructRole::H1);
        document.page.y -= GAP;
        Ok(document)
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.prose(text, PROSE, StructRole::P);
        self.page.y -= GAP;
    }

    /// Writes the document.
    pub fn finish(mut self) -> Result<Vec<u8>, PdfError> {
        if self.fonts.lack_letters() {
            self.prose(LACKING, SMALL, StructRole::P);
        }
        self.end_page();
        let [tree, resources, regular, bold] = std::array::from_fn(|_| self.next.bump());
        let pages = std::mem::take(&mut self.pages);
        for (index, page) in (1..).zip(&pages) {
            let foot = self.foot(index, pages.len());
            let mut written = self.pdf.page(page.id);
            written.parent(tree).media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT));
            written.contents_array([page.content, foot]).struct_parents(number(index - 1));
            written.tab_order(TabOrder::StructureOrder).pair(Name(b"Resources"), resources);
        }
        self.pdf.pages(tree).kids(pages.iter().map(|page| page.id)).count(number(pages.len()));
        let mut fonts = self.pdf.indirect(resources).dict();
        let mut names = fonts.insert(Name(b"Font")).dict();
        for (name, id) in FONTS.into_iter().zip([regular, bold]) {
            names.pair(name, id);
        }
        names.finish();
        fonts.finish();
        self.fonts.regular.embed(&mut self.pdf, regular, &mut self.next)?;
        self.fonts.bold.embed(&mut self.pdf, bold, &mut self.next)?;
        self.catalog(tree, &pages);
        self.info();
        let index = self.next.bump();
        Ok(page::finish(self.pdf, index))
    }

    /// Returns a new object id.
    pub(crate) fn id(&mut self) -> Ref {
        self.next.bump()
    }

    /// Returns the id of a new block.
    pub(crate) fn block(&mut self) -> Ref {
        let block = self.next.bump();
        self.blocks.push(block);
        block
    }

    /// Returns how many lines fit on the rest of the page.
    pub(crate) fn room(&self, style: Style) -> usize {
        let mut lines = 0;
        let mut left = self.page.y - BOTTOM - style.leading();
        while left >= 0.0 {
            lines += 1;
            left -= style.leading();
        }
        lines
    }

    /// Ends the page and begins the next one.
    pub(crate) fn turn_page(&mut self) {
        self.end_page();
        self.page = Page::new(self.next.bump());
    }

    /// Draws lines that belong together, and returns their structure element.
    pub(crate) fn mark(
        &mut self,
        parent: Ref,
        spot: &Spot,
        lines: &[Line],
        spoken: Option<&str>,
    ) -> Ref {
        let id = self.next.bump();
        let marked = if lines.iter().all(|line| line.letters.is_empty()) {
            None
        } else {
            let number = self.page.begin(spot.role, id, spoken);
            let (at, to_the_right) = (spot.at, spot.to_the_right);
            self.fonts.draw(&mut self.page.content, lines, spot.style, at, to_the_right);
            self.page.end();
            Some((self.page.id, number))
        };
        page::element(&mut self.pdf, (id, parent), spot.role, marked, spot.scope);
        id
    }

    /// Writes the structure element `id` of a group.
    pub(crate) fn group(
        &mut self,
        id: Ref,
        parent: Option<Ref>,
        role: StructRole,
        children: impl IntoIterator<Item = Ref>,
    ) {
        page::group(&mut self.pdf, (id, parent.unwrap_or(self.root)), role, children);
    }

    /// Adds lines across the page.
    fn prose(&mut self, text: &str, style: Style, role: StructRole) {
        let text = self.fonts.lines(text, style, INNER);
        let mut rest = text.lines.as_slice();
        while !rest.is_empty() {
            let room = self.room(style);
            if room < rest.len() && !self.page.is_fresh {
                self.turn_page();
                continue;
            }
            let (now, later) = rest.split_at(rest.len().min(room.max(1)));
            let spot = Spot {
                role,
                scope: None,
                style,
                at: (SIDE, self.page.y - style.size),
                to_the_right: false,
            };
            let spoken = text.spoken().filter(|_| now.len() == text.lines.len());
            let element = self.mark(self.root, &spot, now, spoken);
            self.blocks.push(element);
            self.page.advance(now.len(), style);
            rest = later;
        }
    }

    fn end_page(&mut self) {
        let [content, marked] = std::array::from_fn(|_| self.next.bump());
        let page = &mut self.page;
        let drawn = std::mem::replace(&mut page.content, Content::new()).finish();
        stream(&mut self.pdf, content, &drawn, |_| ());
        self.pdf.indirect(marked).array().items(page.marked.drain(..));
        self.pages.push(FinishedPage { id: page.id, content, marked });
    }

    /// Writes the foot of a page: the document's title and time, and the number of the page.
    fn foot(&mut self, page: usize, pages: usize) -> Ref {
        let written = self.written_at.strftime("%-d %B %Y, %H:%M");
        let left = format!("{} \u{b7} {} \u{b7} {written}", self.title, self.issuer);
        let left = self.fonts.lines(&left, SMALL, INNER - PAGE_NUMBER);
        let right = self.fonts.lines(&format!("Page {page} of {pages}"), SMALL, PAGE_NUMBER);
        let mut content = Content::with_settings(COMPACT);
        begin_artifact(&mut content, ArtifactType::Pagination);
        let first = &left.lines[..left.lines.len().min(1)];
        self.fonts.draw(&mut content, first, SMALL, (SIDE, FOOT), false);
        self.fonts.draw(&mut content, &right.lines, SMALL, (WIDTH - SIDE, FOOT), true);
        content.end_marked_content();
        let id = self.next.bump();
        stream(&mut self.pdf, id, &content.finish(), |_| ());
        id
    }

    fn catalog(&mut self, tree: Ref, pages: &[FinishedPage]) {
        let [catalog, structure] = std::array::from_fn(|_| self.next.bump());
        let mut written = self.pdf.catalog(catalog);
        written.pages(tree).lang(TextStr("en-GB"));
        written.mark_info().marked(true);
        written.viewer_preferences().display_doc_title(true);
        written.pair(Name(b"StructTreeRoot"), structure);
        written.finish();
        let mut root = self.pdf.indirect(structure).start::<StructTreeRoot<'_>>();
        root.child(self.root).parent_tree_next_key(number(pages.len()));
        let mut numbers = root.parent_tree();
        let mut entries = numbers.nums();
        for (index, page) in pages.iter().enumerate() {
            entries.insert(number(index), page.marked);
        }
        entries.finish();
        numbers.finish();
        root.finish();
        let blocks = std::mem::take(&mut self.blocks);
        let mut element = self.pdf.struct_element(self.root);
        element.kind(StructRole::Document).parent(structure);
        let mut children = element.children();
        for block in blocks {
            children.struct_element(block);
        }
    }

    fn info(&mut self) {
        let at = &self.written_at;
        let minutes = at.offset().seconds() / 60;
        let part = |number: i8| number.unsigned_abs();
        let year = u16::try_from(at.year()).unwrap_or_default();
        let date = Date::new(year)
            .month(part(at.month()))
            .day(part(at.day()))
            .hour(part(at.hour()))
            .minute(part(at.minute()))
            .second(part(at.second()))
            .utc_offset_hour(i8::try_from(minutes / 60).unwrap_or_default())
            .utc_offset_minute(u8::try_from(minutes.unsigned_abs() % 60).unwrap_or_default());
        let id = self.next.bump();
        let mut info = self.pdf.document_info(id);
        info.title(TextStr(&self.title)).author(TextStr(&self.issuer));
        info.producer(TextStr("Sparkyard")).creation_date(date);
    }
}

/// Converts a count of pages, which is far below the limit.
fn number(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
