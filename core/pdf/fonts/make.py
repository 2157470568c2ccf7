"""Builds the two fonts of this folder; README.md says from what, and why."""

import sys
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont

# The letters of each family, and the folder of its npm package.
FAMILIES = {
    "noto-sans": (
        "NotoSans",
        "20-7E,A0-24F,259,2BB-2C7,2D8-2DD,300-33F,370-3FF,400-52F,1E00-1EFF,2010-2027,2030,"
        "2032,2033,2039,203A,2044,20A0-20BF,2113,2116,2122,2212,FB00-FB04,FFFD",
    ),
    "noto-sans-hebrew": ("NotoSansHebrew", "591-5F4,FB1D-FB4F"),
    "noto-sans-arabic": (
        "NotoSansArabic",
        "600-6FF,FB50-FBB1,FBD3-FBFF,FE70-FEFC",
    ),
    "noto-sans-armenian": ("NotoSansArmenian", "531-58F"),
    "noto-sans-georgian": ("NotoSansGeorgian", "10A0-10FF,1C90-1CBF"),
}
WEIGHTS = {"Regular": "400Regular", "Bold": "700Bold"}


def part(packages: Path, package: str, file: str, weight: str, unicodes: str, out: Path) -> str:
    folder = WEIGHTS[weight]
    font = TTFont(packages / package / folder / f"{file}_{folder}.ttf")
    options = Options(
        hinting=False,
        layout_features=[],
        notdef_outline=True,
        glyph_names=False,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
        drop_tables=["GSUB", "GPOS", "GDEF", "STAT", "gasp", "meta", "DSIG"],
    )
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(unicodes))
    subsetter.subset(font)
    path = out / f".{package}-{weight}.ttf"
    font.save(path)
    return str(path)


def main(packages: Path, out: Path) -> None:
    for weight in WEIGHTS:
        parts = [part(packages, package, file, weight, unicodes, out)
                 for package, (file, unicodes) in FAMILIES.items()]
        font = Merger().merge(parts)
        # Nobody needs the names of glyphs.
        font["post"].formatType = 3.0
        # The time of the build is not part of the font.
        font.recalcTimestamp = False
        font["head"].modified = font["head"].created
        font.save(out / f"NotoSans-{weight}.ttf")
        for file in parts:
            Path(file).unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
