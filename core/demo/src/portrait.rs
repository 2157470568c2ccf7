//! Portraits of sample people from `community.json`, drawn so that nobody's face is used.

use serde::Deserialize;

/// Appearance of a person.
#[derive(Deserialize)]
pub(super) struct Look {
    skin: Skin,
    hair: Hair,
    hair_colour: HairColour,
    /// Colour scheme of clothes and background.
    colour: Colour,
    #[serde(default)]
    extras: Vec<Extra>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Skin {
    Fair,
    Light,
    Olive,
    Tan,
    Brown,
    Deep,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Hair {
    Bald,
    Bob,
    Bun,
    Coils,
    Cropped,
    Headscarf,
    Long,
    Plaits,
    Short,
    Turban,
    Wavy,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum HairColour {
    Auburn,
    Black,
    Blonde,
    Brown,
    Ginger,
    Grey,
    White,
    /// Colour of a headscarf or a turban, or dyed.
    Plum,
    Sea,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Colour {
    Amber,
    Clay,
    Moss,
    Plum,
    Sea,
    Slate,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Extra {
    Apron,
    Beard,
    Earrings,
    Freckles,
    Glasses,
    Lines,
    Moustache,
    Stubble,
}

impl Skin {
    /// Returns the colours of the face, its shaded parts, and cheeks and lips.
    const fn tones(self) -> [&'static str; 3] {
        match self {
            Self::Fair => ["#f7d9c4", "#eac1a6", "#e39a86"],
            Self::Light => ["#f0c8a6", "#dfae88", "#d98d74"],
            Self::Olive => ["#dcae83", "#c79468", "#bf7659"],
            Self::Tan => ["#c08d62", "#a9764d", "#a65f45"],
            Self::Brown => ["#94633f", "#7d5032", "#7c3f31"],
            Self::Deep => ["#6b452f", "#573624", "#5a2b26"],
        }
    }
}

impl HairColour {
    const fn tone(self) -> &'static str {
        match self {
            Self::Auburn => "#6e3423",
            Self::Black => "#231d1b",
            Self::Blonde => "#d9b36a",
            Self::Brown => "#4f3524",
            Self::Ginger => "#b8602b",
            Self::Grey => "#8f9088",
            Self::White => "#e4e0d6",
            Self::Plum => "#713f5c",
            Self::Sea => "#2f7480",
        }
    }
}

impl Colour {
    /// Returns the colours of the background, the circle on it, the clothes, and their seams.
    const fn tones(self) -> [&'static str; 4] {
        match self {
            Self::Amber => ["#f8e3b4", "#f2d08a", "#2f5d4c", "#234739"],
            Self::Clay => ["#f4d8c8", "#eac0a8", "#a9502f", "#8a3f24"],
            Self::Moss => ["#dfe7cf", "#c8d6b0", "#c88a1c", "#a87215"],
            Self::Plum => ["#e8d9e2", "#d6bfcd", "#6f3d5a", "#572f46"],
            Self::Sea => ["#d3e6e6", "#b4d3d4", "#b5573a", "#94452d"],
            Self::Slate => ["#dcdfe3", "#c3c9d0", "#34536b", "#284154"],
        }
    }
}

impl Look {
    /// Draws the portrait as SVG.
    pub(super) fn draw(&self) -> String {
        let [ground, rise, clothes, seam] = self.colour.tones();
        let [skin, shade, lips] = self.skin.tones();
        let mut svg = String::with_capacity(4096);
        let mut add = |part: &str| svg.push_str(part);
        add(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="288" height="288" viewBox="0 0 400 400">"#,
        );
        add(&format!(r#"<path fill="{ground}" d="M0 0h400v400H0z"/>"#));
        add(&format!(r#"<circle cx="200" cy="224" r="158" fill="{rise}"/>"#));
        add(&self.hair_behind());
        add(&format!(
            r#"<path fill="{shade}" d="M166 226h68v62c0 20-68 20-68 0z"/>
<path fill="{clothes}" d="M52 400c4-74 48-106 114-116 14 22 54 22 68 0 66 10 110 42 114 116z"/>
<path fill="none" stroke="{seam}" stroke-width="6" d="M160 286c16 34 64 34 80 0M112 400l6-44m170 44l-6-44"/>"#
        ));
        if self.has(Extra::Apron) {
            add(
                r##"<path fill="#f6efe2" d="M138 400v-62c30 12 94 12 124 0v62zM138 338l-8-46 14-4 10 54zm124 0l8-46-14-4-10 54z"/>"##,
            );
        }
        if self.hair != Hair::Headscarf {
            add(&format!(
                r#"<ellipse cx="128" cy="186" rx="14" ry="20" fill="{shade}"/><ellipse cx="272" cy="186" rx="14" ry="20" fill="{shade}"/>"#
            ));
        }
        if self.has(Extra::Earrings) {
            add(
                r##"<circle cx="126" cy="212" r="7" fill="#e8a317"/><circle cx="274" cy="212" r="7" fill="#e8a317"/>"##,
            );
        }
        add(&format!(
            r#"<path fill="{skin}" d="M128 164c0-52 30-82 72-82s72 30 72 82c0 62-30 100-72 100s-72-38-72-100z"/>"#
        ));
        add(&self.features(shade, lips));
        add(&self.hair_before());
        if self.has(Extra::Glasses) {
            add(
                r##"<g fill="#ffffff" fill-opacity=".28" stroke="#2a2f2c" stroke-width="5"><rect x="143" y="160" width="46" height="36" rx="15"/><rect x="211" y="160" width="46" height="36" rx="15"/></g><path fill="none" stroke="#2a2f2c" stroke-width="5" d="M189 174c6-6 16-6 22 0M143 172l-13-4m127 4l13-4"/>"##,
            );
        }
        add("</svg>");
        svg
    }

    fn has(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }

    fn brows(&self) -> &'static str {
        match self.hair_colour {
            HairColour::White => "#b9b4a8",
            HairColour::Blonde => "#a8803f",
            HairColour::Plum | HairColour::Sea => "#2c2320",
            other => other.tone(),
        }
    }

    fn features(&self, shade: &str, lips: &str) -> String {
        let brows = self.brows();
        let mut svg = format!(
            r##"<g fill="{lips}" fill-opacity=".35"><circle cx="152" cy="208" r="15"/><circle cx="248" cy="208" r="15"/></g>
<g fill="#27211e"><ellipse cx="167" cy="179" rx="7" ry="8.5"/><ellipse cx="233" cy="179" rx="7" ry="8.5"/></g>
<g fill="#ffffff"><circle cx="170" cy="176" r="2.4"/><circle cx="236" cy="176" r="2.4"/></g>
<g fill="none" stroke-linecap="round"><path stroke="{brows}" stroke-width="6" d="M150 157q16-10 32-2m36 0q16-8 32 2"/>
<path stroke="{shade}" stroke-width="6" d="M201 180c-2 12-8 20-7 25 2 5 10 5 14 2"/>
<path stroke="{lips}" stroke-width="7" d="M172 226q28 23 56 0"/></g>"##
        );
        let mut add = |part: String| svg.push_str(&part);
        if self.has(Extra::Freckles) {
            add(format!(
                r#"<g fill="{lips}"><circle cx="146" cy="202" r="2.5"/><circle cx="156" cy="207" r="2.5"/><circle cx="149" cy="213" r="2.5"/><circle cx="254" cy="202" r="2.5"/><circle cx="244" cy="207" r="2.5"/><circle cx="251" cy="213" r="2.5"/></g>"#
            ));
        }
        if self.has(Extra::Lines) {
            add(format!(
                r#"<path fill="none" stroke="{shade}" stroke-width="4" stroke-linecap="round" d="M140 186l-8 4m8 3l-7 7m127-14l8 4m-8 3l7 7M170 132q30-8 60 0"/>"#
            ));
        }
        let beard = "M131 196c2 48 28 84 69 84s67-36 69-84c-9 18-15 27-23 31-10-13-82-13-92 0-8-4-14-13-23-31z";
        if self.has(Extra::Beard) {
            add(format!(
                r#"<path fill="{brows}" d="{beard}"/><path fill="none" stroke="{lips}" stroke-width="7" stroke-linecap="round" d="M178 236q22 14 44 0"/>"#
            ));
        }
        if self.has(Extra::Stubble) {
            add(format!(r#"<path fill="{brows}" fill-opacity=".25" d="{beard}"/>"#));
        }
        if self.has(Extra::Moustache) {
            add(format!(
                r#"<path fill="{brows}" d="M200 213c-12-6-32-2-38 12 14 3 30 1 38-6 8 7 24 9 38 6-6-14-26-18-38-12z"/>"#
            ));
        }
        svg
    }

    /// Draws the hair behind the head.
    fn hair_behind(&self) -> String {
        let tone = self.hair_colour.tone();
        let shape = match self.hair {
            Hair::Bob => "M108 250c-12-110 10-186 92-186s104 76 92 186z",
            Hair::Long => "M104 330c-18-150-2-268 96-268s114 118 96 268c-60 20-132 20-192 0z",
            Hair::Wavy => {
                "M102 296c-26-18-6-40-12-62s-2-38 4-54C96 108 140 60 200 60s104 48 106 120c6 16 10 32 4 54s14 44-12 62c-62 22-134 22-196 0z"
            }
            Hair::Coils => {
                "M92 178c-22-10-16-44 4-50-6-28 16-50 40-46 8-26 42-36 64-22 22-14 56-4 64 22 24-4 46 18 40 46 20 6 26 40 4 50 8 22-8 44-30 42H122c-22 2-38-20-30-42z"
            }
            Hair::Plaits => {
                "M126 160c-34 20-40 120-26 176 10 14 26 12 30-4-10-60-2-110 14-150zm148 0c34 20 40 120 26 176-10 14-26 12-30-4 10-60 2-110-14-150z"
            }
            Hair::Bun => "M160 62a40 36 0 1 1 80 0c0 30-80 30-80 0z",
            Hair::Headscarf => {
                "M98 320c-8-60-2-96 4-150C108 96 146 60 200 60s92 36 98 110c6 54 12 90 4 150-60 30-144 30-204 0z"
            }
            Hair::Bald | Hair::Cropped | Hair::Short | Hair::Turban => return String::new(),
        };
        format!(r#"<path fill="{tone}" d="{shape}"/>"#)
    }

    /// Draws the hair around the face.
    fn hair_before(&self) -> String {
        let tone = self.hair_colour.tone();
        let shape = match self.hair {
            Hair::Bald => return self.ring_of_hair(),
            Hair::Bob => {
                "M122 206c-14-84 14-136 78-136s92 52 78 136c-8-34-16-58-30-74-40 10-78 6-96-8-12 20-22 44-30 82z"
            }
            Hair::Bun | Hair::Long => {
                "M124 186c-8-70 24-116 76-116s84 46 76 116c-10-34-28-62-76-74-48 12-66 40-76 74z"
            }
            Hair::Wavy => {
                "M120 198c-12-78 18-132 80-132s92 54 80 132c-6-20-12-32-22-42-8 2-16-2-20-10-30 6-64-2-78-20-6 26-26 44-40 72z"
            }
            Hair::Coils => {
                "M122 178c-8-62 26-104 78-104s86 42 78 104c-6-20-10-32-20-40-10 6-22 2-26-6-8 8-24 8-32 0-8 8-24 8-32 0-4 8-16 12-26 6-10 8-14 20-20 40z"
            }
            Hair::Cropped => {
                "M124 166c-4-60 28-92 76-92s80 32 76 92c-6-22-10-34-18-42-34-10-82-10-116 0-8 8-12 20-18 42z"
            }
            Hair::Plaits => {
                "M124 186c-8-70 24-114 76-114s84 44 76 114c-8-32-30-58-74-92-44 34-70 60-78 92z"
            }
            Hair::Short => {
                "M122 172c-12-66 22-110 82-110 56 0 84 40 74 110-6-22-10-36-22-46-46 8-76-4-94-18-18 16-32 34-40 64z"
            }
            Hair::Headscarf => return self.headscarf(),
            Hair::Turban => {
                "M116 158c-22-60 22-116 84-116s106 56 84 116c-20-28-50-44-84-46-34 2-64 18-84 46z"
            }
        };
        let mut svg = format!(r#"<path fill="{tone}" d="{shape}"/>"#);
        if self.hair == Hair::Turban {
            svg.push_str(
                r##"<path fill="none" stroke="#ffffff" stroke-opacity=".35" stroke-width="5" d="M122 140c24-40 58-60 92-84M132 104c30-24 52-34 78-44m68 80c-18-34-46-56-74-70"/>"##,
            );
        }
        svg
    }

    /// Draws a headscarf around face and neck, with folds.
    fn headscarf(&self) -> String {
        let tone = self.hair_colour.tone();
        format!(
            r##"<path fill="{tone}" fill-rule="evenodd" d="M102 196c0-86 40-132 98-132s98 46 98 132c0 52 22 98 2 126-54 38-146 38-200 0-20-28 2-74 2-126zm32-12c0 44 26 76 66 76s66-32 66-76c0-50-26-80-66-80s-66 30-66 80z"/>
<path fill="none" stroke="#ffffff" stroke-opacity=".28" stroke-width="5" stroke-linecap="round" d="M118 236c14 34 44 54 88 58m78-44c-16 40-60 72-124 74M128 128c16-26 40-40 72-42"/>"##
        )
    }

    /// Draws the remaining hair of an older bald head; younger people shave it.
    fn ring_of_hair(&self) -> String {
        let tone = self.hair_colour.tone();
        if !self.has(Extra::Lines) {
            return String::new();
        }
        format!(
            r#"<path fill="{tone}" d="M126 184c-16-10-16-52 4-72 2 24-2 48-4 72zm148 0c16-10 16-52-4-72-2 24 2 48 4 72z"/>"#
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::town::town;

    #[test]
    fn portraits_are_unique() {
        let people = town().unwrap().people;
        let portraits: HashSet<_> = people.iter().map(|person| person.look.draw()).collect();
        assert_eq!(portraits.len(), people.len());
    }
}
