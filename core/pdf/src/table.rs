//! Tables: rows of facts, and tables with headings that are repeated on each page.

use pdf_writer::{
    Ref,
    types::{ArtifactType, StructRole, TableHeaderScope},
};

use crate::{
    document::{Document, GAP, INNER, Spot},
    font::Weight,
    page::{SIDE, Style},
    text::Text,
};

const CELL: Style = Style { weight: Weight::Regular, size: 9.0, gray: 0.1 };
const HEAD: Style = Style { weight: Weight::Bold, size: 9.0, gray: 0.35 };
const TOTAL: Style = Style { weight: Weight::Bold, size: 9.0, gray: 0.1 };
const LABEL: Style = Style { weight: Weight::Regular, size: 10.0, gray: 0.35 };
const VALUE: Style = Style { weight: Weight::Regular, size: 10.0, gray: 0.1 };
/// Space between two columns, and below a row.
const BETWEEN: f32 = 8.0;
const BELOW: f32 = 3.0;
/// Width of the labels of facts.
const LABELS: f32 = 130.0;
/// Lightness of the lines below the headings and between rows.
const HEAD_RULE: f32 = 0.35;
const ROW_RULE: f32 = 0.85;

/// Side at which the text of a column stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left, for words.
    Left,
    /// Right, for numbers.
    Right,
}

/// Column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// Heading.
    pub title: &'a str,
    /// Width in points, of the 495 of a page; `None` for an equal share of what the others leave.
    pub width: Option<f32>,
    /// Side at which the text stands.
    pub align: Align,
}

impl<'a> Column<'a> {
    /// Creates a column of words that takes a share of the width left.
    pub fn words(title: &'a str) -> Self {
        Self { title, width: None, align: Align::Left }
    }

    /// Creates a column of numbers.
    pub fn numbers(title: &'a str, width: f32) -> Self {
        Self { title, width: Some(width), align: Align::Right }
    }

    /// Sets the width in points.
    #[must_use]
    pub fn wide(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }
}

/// Row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    cells: Vec<String>,
    is_total: bool,
}

impl Row {
    /// Creates a row with a text for each column.
    pub fn new(cells: impl Into<Vec<String>>) -> Self {
        Self { cells: cells.into(), is_total: false }
    }

    /// Creates a row that sums up those before it.
    pub fn total(cells: impl Into<Vec<String>>) -> Self {
        Self { cells: cells.into(), is_total: true }
    }
}

/// Columns with their places.
struct Grid {
    columns: Vec<Slot>,
    /// Headings drawn again on each page.
    headings: Option<Vec<Text>>,
}

struct Slot {
    x: f32,
    width: f32,
    align: Align,
}

/// Look and role of a row.
#[derive(Clone, Copy)]
struct Look {
    /// Of the first cell, and of the others.
    styles: (Style, Style),
    /// Kind of heading that the first cell is, and the others.
    scopes: (Option<TableHeaderScope>, Option<TableHeaderScope>),
    /// Lightness of the line below.
    rule: Option<f32>,
}

const FACT: Look =
    Look { styles: (LABEL, VALUE), scopes: (Some(TableHeaderScope::Row), None), rule: None };
const HEADING: Look = Look {
    styles: (HEAD, HEAD),
    scopes: (Some(TableHeaderScope::Column), Some(TableHeaderScope::Column)),
    rule: Some(HEAD_RULE),
};
const PLAIN: Look = Look { styles: (CELL, CELL), scopes: (None, None), rule: Some(ROW_RULE) };
const SUM: Look = Look { styles: (TOTAL, TOTAL), scopes: (None, None), rule: None };

impl Document {
    /// Adds rows of a label and a value.
    pub fn facts<'a>(&mut self, facts: impl IntoIterator<Item = (&'a str, &'a str)>) {
        let grid = Grid::new(&[Column::words("").wide(LABELS), Column::words("")]);
        let table = self.block();
        let mut rows = Vec::new();
        for (label, value) in facts {
            let texts = self.texts(&grid, FACT, [label, value]);
            self.row(table, &grid, FACT, &texts, &mut rows);
        }
        self.group(table, None, StructRole::Table, rows);
        self.page.y -= GAP;
    }

    /// Adds a table.
    pub fn table(&mut self, columns: &[Column<'_>], content: impl IntoIterator<Item = Row>) {
        let mut grid = Grid::new(columns);
        let table = self.block();
        let mut rows = Vec::new();
        let headings = self.texts(&grid, HEADING, columns.iter().map(|column| column.title));
        self.row(table, &grid, HEADING, &headings, &mut rows);
        grid.headings = Some(headings);
        for row in content {
            let look = if row.is_total { SUM } else { PLAIN };
            let texts = self.texts(&grid, look, row.cells.iter().map(String::as_str));
            self.row(table, &grid, look, &texts, &mut rows);
        }
        self.group(table, None, StructRole::Table, rows);
        self.page.y -= GAP;
    }

    fn texts<'a>(
        &mut self,
        grid: &Grid,
        look: Look,
        cells: impl IntoIterator<Item = &'a str>,
    ) -> Vec<Text> {
        let cells = grid.columns.iter().zip(cells).enumerate();
        cells
            .map(|(index, (slot, cell))| self.fonts.lines(cell, look.style(index), slot.width))
            .collect()
    }

    /// Draws a row, on the next page if it does not fit. One that is longer than a page goes on as
    /// a further row.
    fn row(&mut self, table: Ref, grid: &Grid, look: Look, texts: &[Text], rows: &mut Vec<Ref>) {
        let style = look.style(1);
        let most = texts.iter().map(|text| text.lines.len()).max().unwrap_or_default();
        let mut from = 0;
        while from < most {
            let room = self.room(style);
            if room < most - from && !self.page.is_fresh {
                self.turn_page();
                self.repeat_headings(grid);
                continue;
            }
            let until = most.min(from + room.max(1));
            let row = self.id();
            let mut cells = Vec::with_capacity(texts.len());
            for (index, (slot, text)) in grid.columns.iter().zip(texts).enumerate() {
                let now = text.part(from, until);
                let spoken = text.spoken().filter(|_| now.len() == text.lines.len());
                cells.push(self.mark(row, &look.spot(index, slot, self.page.y), now, spoken));
            }
            self.group(row, Some(table), StructRole::TR, cells);
            rows.push(row);
            self.end_row(until - from, look);
            from = until;
        }
    }

    /// Draws the headings again. They are decoration here: readers know them from the first page.
    fn repeat_headings(&mut self, grid: &Grid) {
        let Some(headings) = &grid.headings else { return };
        self.page.begin_artifact(ArtifactType::Pagination);
        for (index, (slot, text)) in grid.columns.iter().zip(headings).enumerate() {
            let Spot { style, at, to_the_right, .. } = HEADING.spot(index, slot, self.page.y);
            self.fonts.draw(&mut self.page.content, &text.lines, style, at, to_the_right);
        }
        self.page.end();
        let most = headings.iter().map(|text| text.lines.len()).max().unwrap_or_default();
        self.end_row(most, HEADING);
        self.page.is_fresh = true;
    }

    fn end_row(&mut self, lines: usize, look: Look) {
        self.page.advance(lines, look.style(1));
        self.page.y -= BELOW;
        if let Some(gray) = look.rule {
            self.page.rule(gray);
            self.page.y -= BELOW;
        }
    }
}

impl Look {
    fn style(&self, column: usize) -> Style {
        if column == 0 { self.styles.0 } else { self.styles.1 }
    }

    fn spot(&self, column: usize, slot: &Slot, y: f32) -> Spot {
        let style = self.style(column);
        let scope = if column == 0 { self.scopes.0 } else { self.scopes.1 };
        let role = if scope.is_some() { StructRole::TH } else { StructRole::TD };
        let to_the_right = slot.align == Align::Right;
        let x = if to_the_right { slot.x + slot.width } else { slot.x };
        Spot { role, scope, style, at: (x, y - style.size), to_the_right }
    }
}

impl Grid {
    fn new(columns: &[Column<'_>]) -> Self {
        let known: f32 = columns.iter().filter_map(|column| column.width).sum();
        let shares = columns.iter().filter(|column| column.width.is_none()).map(|_| 1.0);
        let share = (INNER - known) / shares.sum::<f32>().max(1.0);
        let mut x = SIDE;
        let mut slots: Vec<Slot> = Vec::with_capacity(columns.len());
        for column in columns {
            let whole = column.width.unwrap_or(share);
            slots.push(Slot { x, width: whole - BETWEEN, align: column.align });
            x += whole;
        }
        // Nothing follows the last column.
        if let Some(last) = slots.last_mut() {
            last.width += BETWEEN;
        }
        Self { columns: slots, headings: None }
    }
}
