import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync("src/app/styles.css", "utf8");
const [light = "", dark = ""] = [...css.matchAll(/:root \{([^}]*)\}/g)].map((match) => match[1]);

function tokens(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Returns the relative luminance, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one = "", other = ""): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const surfaces = [
  "paper",
  "card",
  "sunk",
  "leaf-soft",
  "spark-soft",
  "danger-soft",
  "sky",
  "plum-soft",
];
const texts = ["ink", "ink-2", "ink-3", "leaf", "spark-deep", "danger", "plum"];
const filled: [text: string, ground: string][] = [
  ["on-spark", "spark"],
  ["on-spark", "spark-strong"],
  ["paper", "ink"],
  ["paper", "ink-2"],
  ["card", "danger"],
  ["card", "leaf"],
];

describe.each([
  ["light", tokens(light)],
  ["dark", { ...tokens(light), ...tokens(dark) }],
])("%s scheme", (_, colour) => {
  test.each(texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)))(
    "%s can be read on %s",
    (text, surface) => {
      expect(contrast(colour[text], colour[surface])).toBeGreaterThanOrEqual(4.5);
    },
  );
  test.each(filled)("%s is readable on %s", (text, ground) => {
    expect(contrast(colour[text], colour[ground])).toBeGreaterThanOrEqual(4.5);
  });
  test.each(["paper", "card", "sunk"])("a control's edge is visible on %s", (surface) => {
    expect(contrast(colour.edge, colour[surface])).toBeGreaterThanOrEqual(3);
  });
});
