//! The embedded fonts, and the letters that a document uses of them.

use std::collections::{BTreeSet, HashMap};

use pdf_writer::{
    Finish, Name, Pdf, Rect, Ref, Str,
    types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap},
};
use subsetter::GlyphRemapper;
use ttf_parser::Face;

use crate::{PdfError, arabic, page::stream};

const REGULAR: &[u8] = include_bytes!("../fonts/NotoSans-Regular.ttf");
const BOLD: &[u8] = include_bytes!("../fonts/NotoSans-Bold.ttf");
/// Shown in place of letters that the fonts lack.
const REPLACEMENT: char = '\u{fffd}';
/// Units in which PDF measures glyphs.
const PER_EM: f32 = 1000.0;
const SYSTEM: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Weight of a font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// A font, and the letters used of it. Each letter has a code of its own, also where several are
/// shown as the replacement character, so that copied text has the letters themselves.
pub(crate) struct Font {
    data: &'static [u8],
    face: Face<'static>,
    name: &'static str,
    codes: HashMap<char, u16>,
    /// By code.
    used: Vec<Used>,
}

struct Used {
    letter: char,
    glyph: u16,
    /// Advance in thousandths of the font size.
    width: f32,
}

impl Font {
    /// Reads the embedded font of a weight.
    pub(crate) fn read(weight: Weight) -> Result<Self, PdfError> {
        let (data, name) = match weight {
            Weight::Regular => (REGULAR, "NotoSans-Regular"),
            Weight::Bold => (BOLD, "NotoSans-Bold"),
        };
        let face = Face::parse(data, 0)?;
        let mut font = Self { data, face, name, codes: HashMap::new(), used: Vec::new() };
        font.code(REPLACEMENT);
        Ok(font)
    }

    /// Returns the code of a letter, assigning one if needed.
    pub(crate) fn code(&mut self, letter: char) -> u16 {
        if let Some(&code) = self.codes.get(&letter) {
            return code;
        }
        // After 65,536 different letters, further ones share the first code.
        let Ok(code) = u16::try_from(self.used.len()) else { return 0 };
        let glyph = self.face.glyph_index(letter);
        let glyph = glyph.or_else(|| self.face.glyph_index(REPLACEMENT)).unwrap_or_default();
        let width = self.face.glyph_hor_advance(glyph).unwrap_or_default();
        let width = f32::from(width) * self.scale();
        self.codes.insert(letter, code);
        self.used.push(Used { letter, glyph: glyph.0, width });
        code
    }

    /// Returns the advance of a letter at a font size.
    pub(crate) fn width(&mut self, letter: char, size: f32) -> f32 {
        let code = self.code(letter);
        self.used.get(usize::from(code)).map_or(0.0, |used| used.width * size / PER_EM)
    }

    /// Checks whether any used letter is shown as the replacement character.
    pub(crate) fn lacks_letters(&self) -> bool {
        self.used.iter().skip(1).any(|used| self.face.glyph_index(used.letter).is_none())
    }

    fn scale(&self) -> f32 {
        PER_EM / f32::from(self.face.units_per_em())
    }

    /// Writes the font, reduced to the letters used, as the object `id`. Takes further ids from
    /// `next`.
    pub(crate) fn embed(&self, pdf: &mut Pdf, id: Ref, next: &mut Ref) -> Result<(), PdfError> {
        let [cid, descriptor, file, map, unicode] = std::array::from_fn(|_| next.bump());
        let mut glyphs = GlyphRemapper::new();
        let kept: Vec<u16> = self.used.iter().map(|used| glyphs.remap(used.glyph)).collect();
        let data = subsetter::subset(self.data, 0, &glyphs)?;
        let name = format!("{}+{}", self.tag(), self.name);
        let name = Name(name.as_bytes());

        let mut font = pdf.type0_font(id);
        font.base_font(name).encoding_predefined(Name(b"Identity-H"));
        font.descendant_font(cid).to_unicode(unicode);
        font.finish();

        let mut font = pdf.cid_font(cid);
        font.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM);
        font.font_descriptor(descriptor).default_width(0.0).cid_to_gid_map_stream(map);
        font.widths().consecutive(0, self.used.iter().map(|used| used.width)).finish();
        font.finish();

        let scale = self.scale();
        let bounds = self.face.global_bounding_box();
        let [x1, y1, x2, y2] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
            .map(|edge| f32::from(edge) * scale);
        let height = |height: i16| f32::from(height) * scale;
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(x1, y1, x2, y2))
            .italic_angle(0.0)
            .ascent(height(self.face.ascender()))
            .descent(height(self.face.descender()))
            .cap_height(height(self.face.capital_height().unwrap_or_default()))
            .stem_v(80.0)
            .font_file2(file);

        let length = i32::try_from(data.len()).unwrap_or(i32::MAX);
        stream(pdf, file, &data, |stream| {
            stream.pair(Name(b"Length1"), length);
        });
        let kept: Vec<u8> = kept.iter().flat_map(|glyph| glyph.to_be_bytes()).collect();
        stream(pdf, map, &kept, |_| ());
        stream(pdf, unicode, &self.to_unicode(), |_| ());
        Ok(())
    }

    /// Returns the map from codes to the letters that people wrote.
    fn to_unicode(&self) -> Vec<u8> {
        let mut map = UnicodeCmap::new(Name(b"Sparkyard"), SYSTEM);
        for (code, used) in (0_u16..).zip(&self.used) {
            match arabic::letters(used.letter) {
                Some((letter, more)) => {
                    map.pair_with_multiple(code, [letter].into_iter().chain(more));
                }
                None => map.pair(code, used.letter),
            }
        }
        map.finish().to_vec()
    }

    /// Returns six capital letters that tell this selection of letters from others.
    fn tag(&self) -> String {
        let letters: BTreeSet<char> = self.codes.keys().copied().collect();
        let mut hash = letters.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, letter| {
            (hash ^ u64::from(u32::from(*letter))).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let mut next = || {
            let letter = (hash % 26).to_le_bytes()[0];
            hash /= 26;
            char::from(b'A' + letter)
        };
        std::array::from_fn::<char, 6, _>(|_| next()).iter().collect()
    }
}
