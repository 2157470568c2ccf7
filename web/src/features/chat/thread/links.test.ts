import { expect, test } from "vitest";
import { piecesOf } from "./links";

/** Returns the links of a text: the visible text and the address. */
const links = (text: string) => piecesOf(text).filter(({ href }) => href);

test("a web address is a link, the words around it are not", () => {
  expect(piecesOf("See https://example.org/tap?x=1#a, or call.")).toEqual([
    { text: "See " },
    { text: "https://example.org/tap?x=1#a", href: "https://example.org/tap?x=1#a" },
    { text: ", or call." },
  ]);
  expect(piecesOf("No link here")).toEqual([{ text: "No link here" }]);
  expect(piecesOf("")).toEqual([]);
});

test.each([
  ["http://example.org.", "http://example.org"],
  ["(https://example.org/a)", "https://example.org/a"],
  ["https://en.wikipedia.org/wiki/Tap_(valve)", "https://en.wikipedia.org/wiki/Tap_(valve)"],
  ["“HTTPS://EXAMPLE.ORG/A”", "HTTPS://EXAMPLE.ORG/A"],
  ["https://example.org/ä?", "https://example.org/ä"],
])("of %s the link is %s", (text, address) => {
  expect(links(text).map((link) => link.text)).toEqual([address]);
});

test.each([
  "javascript:alert(1)",
  "JavaScript://example.org/%0Aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "ftp://example.org",
  "mailto:dev@example.org",
  "xhttps://example.org",
  "https://",
  "http://[",
  "<script>alert(1)</script>",
])("%s stays words", (text) => {
  expect(piecesOf(text)).toEqual([{ text }]);
});

test.each([
  ["Call 0113 496 0123.", "0113 496 0123", "tel:01134960123"],
  ["mine is 07700 900123, ok?", "07700 900123", "tel:07700900123"],
  ["07700 900123 2 times", "07700 900123", "tel:07700900123"],
  ["07700900123 10am", "07700900123", "tel:07700900123"],
  ["(0113) 496-0123", "(0113) 496-0123", "tel:01134960123"],
  ["+44 (0)113 496 0123", "+44 (0)113 496 0123", "tel:+441134960123"],
  ["+353 1 513 0123", "+353 1 513 0123", "tel:+35315130123"],
  ["0044 113 496 0123", "0044 113 496 0123", "tel:00441134960123"],
])("in %s the number %s can be called", (text, shown, href) => {
  expect(links(text)).toEqual([{ text: shown, href }]);
});

test.each([
  "On 2026-03-02 at 10:30",
  "It is 10 000 000 000 years old",
  "Flat 0, room 12",
  "Order 0123456",
  "0.1234567890",
  "a/01134960123/b",
  "x01134960123",
  "0113496012345678901",
  "1134960123",
])("%s has no telephone number", (text) => {
  expect(links(text)).toEqual([]);
});

test("the pieces contain the whole message", () => {
  const text = "a https://a.example/?q=<b>\nand http://b.example!! c";
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});
