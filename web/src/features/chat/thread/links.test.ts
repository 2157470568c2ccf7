import { expect, test } from "vitest";
import { piecesOf } from "./links";

/** The links of a text, as they are shown and where they lead. */
const links = (text: string) => piecesOf(text).filter(({ href }) => href);

test("an address of the web is a link, and the words around it are not", () => {
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

test("nothing of a message is lost", () => {
  const text = "a https://a.example/?q=<b>\nand http://b.example!! c";
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});
