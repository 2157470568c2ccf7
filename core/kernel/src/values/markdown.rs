//! Markdown as data: blocks of plain text with a few marks, of which no HTML is ever made.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A block of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading, of level 2 to 6.
    Heading {
        /// Level.
        level: u8,
        /// Text.
        text: Vec<Run>,
    },
    /// A paragraph.
    Paragraph {
        /// Text.
        text: Vec<Run>,
    },
    /// A paragraph of a quotation.
    Quote {
        /// Text.
        text: Vec<Run>,
    },
    /// A list.
    List {
        /// Whether the items are numbered.
        ordered: bool,
        /// Items.
        items: Vec<Vec<Run>>,
    },
    /// A table.
    Table {
        /// Cells of the header.
        header: Vec<Vec<Run>>,
        /// Cells by row.
        rows: Vec<Vec<Vec<Run>>>,
    },
}

/// A piece of text in one style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Plain text.
    pub text: String,
    /// Whether it is important.
    pub strong: bool,
    /// Whether it is stressed.
    pub em: bool,
    /// Link: a path of the site, or an address that begins with `https:`, `mailto:` or `tel:`.
    pub link: Option<String>,
}

/// Parses a text. HTML in it stays text, a picture becomes its description, code becomes a
/// paragraph, and a list in a list continues it.
pub fn parse(markdown: &str) -> Vec<Block> {
    read(Parser::new(markdown))
}

/// Parses a text of the operator, which may have tables. Not for texts of members: short rows are
/// padded, so that a small text can have very many cells.
pub fn parse_with_tables(markdown: &str) -> Vec<Block> {
    read(Parser::new_ext(markdown, Options::ENABLE_TABLES))
}

fn read(events: Parser<'_>) -> Vec<Block> {
    let mut reading = Reading::default();
    for event in events {
        reading.take(event);
    }
    reading.end_block();
    reading.blocks
}

#[derive(Default)]
struct Reading {
    blocks: Vec<Block>,
    runs: Vec<Run>,
    style: Run,
    heading: Option<u8>,
    /// Number of quotes around the text.
    quotes: usize,
    /// Lists around the text; the outermost one is shown.
    lists: Vec<Block>,
    /// Rows of the table that is being read, the header first.
    table: Vec<Vec<Vec<Run>>>,
}

impl Reading {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                self.write(&text);
            }
            Event::SoftBreak | Event::HardBreak => self.write(" "),
            Event::Rule => self.end_block(),
            // Only with extensions, which are off.
            Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Strong => self.style.strong = true,
            Tag::Emphasis => self.style.em = true,
            Tag::Link { dest_url, .. } => {
                self.style.link = Some(dest_url.into_string()).filter(|url| is_safe(url));
            }
            Tag::Heading { level, .. } => {
                self.end_block();
                self.heading = Some(if level == HeadingLevel::H1 { 2 } else { level as u8 });
            }
            Tag::BlockQuote(_) => {
                self.end_block();
                self.quotes += 1;
            }
            Tag::List(first) => {
                self.end_block();
                self.lists.push(Block::List { ordered: first.is_some(), items: Vec::new() });
            }
            Tag::Item | Tag::Paragraph | Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::Table(_) => {
                self.end_block();
            }
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.style.strong = false,
            TagEnd::Emphasis => self.style.em = false,
            TagEnd::Link => self.style.link = None,
            TagEnd::Heading(_) => {
                self.end_block();
                self.heading = None;
            }
            TagEnd::BlockQuote(_) => {
                self.end_block();
                self.quotes -= 1;
            }
            TagEnd::List(_) => {
                self.end_block();
                if self.lists.len() > 1 {
                    self.lists.pop();
                } else {
                    self.blocks.extend(self.lists.pop());
                }
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.runs);
                if let Some(row) = self.table.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                let mut rows = std::mem::take(&mut self.table).into_iter();
                let header = rows.next().unwrap_or_default();
                self.blocks.push(Block::Table { header, rows: rows.collect() });
            }
            TagEnd::Item | TagEnd::Paragraph | TagEnd::CodeBlock | TagEnd::HtmlBlock => {
                self.end_block();
            }
            _ => {}
        }
    }

    fn write(&mut self, text: &str) {
        match self.runs.last_mut() {
            Some(last) if last.is_like(&self.style) => last.text.push_str(text),
            _ => self.runs.push(Run { text: text.to_owned(), ..self.style.clone() }),
        }
    }

    /// Ends the block that is being read, unless it is empty.
    fn end_block(&mut self) {
        let mut text = std::mem::take(&mut self.runs);
        if let Some(last) = text.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
        if text.iter().all(|run| run.text.trim().is_empty()) {
            return;
        }
        if let Some(Block::List { items, .. }) = self.lists.first_mut() {
            items.push(text);
            return;
        }
        self.blocks.push(match (self.heading, self.quotes) {
            (Some(level), _) => Block::Heading { level, text },
            (None, 0) => Block::Paragraph { text },
            (None, _) => Block::Quote { text },
        });
    }
}

impl Run {
    fn is_like(&self, style: &Self) -> bool {
        (self.strong, self.em, &self.link) == (style.strong, style.em, &style.link)
    }
}

/// Checks whether a link may be shown: to a page of the site, a secure page, a mailbox or a
/// telephone.
fn is_safe(url: &str) -> bool {
    let known = ["https://", "mailto:", "tel:"].iter().any(|scheme| url.starts_with(scheme));
    known || (url.starts_with('/') && !url.starts_with("//") && !url.starts_with("/\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Vec<Run> {
        vec![Run { text: text.to_owned(), ..Run::default() }]
    }

    #[test]
    fn text_becomes_blocks() {
        let blocks =
            parse("# One\n\nA *b* & **c**\nd.\n\n> Said.\n\n1. x\n   - y\n2. z\n\n### Last");
        let run = |text: &str, em, strong| Run { text: text.to_owned(), em, strong, link: None };
        let text = vec![
            run("A ", false, false),
            run("b", true, false),
            run(" & ", false, false),
            run("c", false, true),
            run(" d.", false, false),
        ];
        let items = ["x", "y", "z"].map(plain).to_vec();
        assert_eq!(
            blocks,
            [
                Block::Heading { level: 2, text: plain("One") },
                Block::Paragraph { text },
                Block::Quote { text: plain("Said.") },
                Block::List { ordered: true, items },
                Block::Heading { level: 3, text: plain("Last") },
            ]
        );
    }

    #[test]
    fn texts_of_the_host_may_have_tables() {
        let markdown =
            "Before.\n\n| a | *b* |\n|---|---|\n| [c](/help) |\n| <b> | d | e |\n\nAfter.";
        let link = Run { link: Some("/help".to_owned()), ..plain("c").remove(0) };
        let stressed = Run { em: true, ..plain("b").remove(0) };
        let table = Block::Table {
            header: vec![plain("a"), vec![stressed]],
            rows: vec![vec![vec![link], vec![]], vec![plain("<b>"), plain("d")]],
        };
        let paragraph = |text| Block::Paragraph { text: plain(text) };
        let expected = [paragraph("Before."), table, paragraph("After.")];
        assert_eq!(parse_with_tables(markdown), expected);
        assert!(parse(markdown).iter().all(|block| matches!(block, Block::Paragraph { .. })));
    }

    #[test]
    fn html_stays_text_and_scripts_are_no_links() {
        let check = |markdown: &str, text| {
            assert_eq!(parse(markdown), [Block::Paragraph { text: plain(text) }], "{markdown}");
        };
        check("<script>alert(1)</script>", "<script>alert(1)</script>");
        check("a <b onclick=x>c</b>", "a <b onclick=x>c</b>");
        check("![a cat](x.png)", "a cat");
        for url in
            ["javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "//evil.example", "/\\\\e"]
        {
            check(&format!("[go]({url})"), "go");
        }
    }

    #[test]
    fn links_to_pages_and_secure_sites_stay() {
        for url in ["/help", "/help#top", "https://example.org/a?b=c", "mailto:a@example.org"] {
            let link = Some(url.to_owned());
            let text = vec![Run { text: "go".to_owned(), link, ..Run::default() }];
            assert_eq!(parse(&format!("[go]({url})")), [Block::Paragraph { text }]);
        }
    }
}
