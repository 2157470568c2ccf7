import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ART = join(import.meta.dirname, "../public/art");
const NAME = "virtual:category-art";
const WIDTH = 350;
const HEIGHT = 200;

/**
 * Vite plugin that stacks the pictures of all categories on one SVG sheet and gives the client its
 * address. A screen full of categories then asks for one file; `sheet.svg#cooking` shows one
 * picture. The dev server has no sheet: each picture is a file of its own. The
 * spritemap plugin writes a sheet without a size of its own, which an `<img>` needs, and other ids.
 */
export function categoryArt(): Plugin {
  return {
    name: "sparkyard:category-art",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      if (this.environment.mode !== "build")
        return "export const sheet = null;\nexport const drawn = [];";
      const drawn: string[] = JSON.parse(readFileSync(join(ART, "index.json"), "utf8"));
      const source = sheetOf(drawn.map((name) => [name, picture(name)]));
      const file = this.emitFile({ type: "asset", name: "categories.svg", source });
      return [
        `export const sheet = import.meta.ROLLUP_FILE_URL_${file};`,
        `export const drawn = ${JSON.stringify(drawn)};`,
      ].join("\n");
    },
  };
}

const picture = (name: string) => readFileSync(join(ART, `${name}.svg`), "utf8");

/** Returns one SVG sheet with all pictures, addressable by name. */
export function sheetOf(pictures: [name: string, svg: string][]): string {
  const drawn = pictures.map(([name, svg], index) => {
    const content = /^<svg [^>]*viewBox="0 0 350 200"[^>]*>(?<content>[\s\S]*)<\/svg>\s*$/.exec(
      svg,
    );
    if (!content) throw new Error(`${name}.svg is not ${WIDTH} by ${HEIGHT}`);
    const y = index * HEIGHT;
    return [
      `<view id="${name}" viewBox="0 ${y} ${WIDTH} ${HEIGHT}"/>`,
      `<svg y="${y}" width="${WIDTH}" height="${HEIGHT}">${content.groups?.content}</svg>`,
    ].join("");
  });
  // The sheet's own size and view box are those of one picture.
  const size = `width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${drawn.join("\n")}</svg>\n`;
}
