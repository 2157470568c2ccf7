import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { expect, test } from "vitest";
import {
  clientWords,
  literalsOf,
  mailWords,
  proseWords,
  sampleWords,
  serverWords,
  type Written,
} from "@/test/words";
import { ABSENT, FIXED, REPLACEMENTS, SPARKS } from "./words";

const root = resolve(import.meta.dirname, "../../..");
const at = (path: string) => resolve(root, path);

const words: Written[] = [
  ...clientWords(at("web/src")).filter(({ file }) => file !== at("web/src/lib/words.ts")),
  ...serverWords([at("core"), at("modules")]),
  ...proseWords(at("config/content")),
];

/** Returns the disallowed words in a text, with their replacements. */
function wrongIn(text: string): string[] {
  if (FIXED.includes(text)) return [];
  return [...REPLACEMENTS, ...ABSENT].flatMap(({ not, say }) => {
    const found = text.match(not)?.[0];
    return found ? [`${found}: say ${say}`] : [];
  });
}

test("texts use one word for one thing everywhere", () => {
  // Check that all sources were read: an empty list would pass any test.
  const files = words.map(({ file }) => relative(root, file));
  for (const known of [
    "web/src/features/bookings/screens/bookings.tsx",
    "modules/bookings/src/error.rs",
    "modules/notifications/src/model/wording.rs",
    "modules/notifications/src/model/staff.rs",
    "config/content/help.md",
    "config/content/emails/_why.txt",
    "config/content/emails/bookings/decided.txt",
    "config/content/emails/bookings/decided.html",
  ]) {
    expect(files).toContain(known);
  }
  const wrong = words.flatMap(({ file, text }) =>
    wrongIn(text).map((why) => `${relative(root, file)}: “${text}” (${why})`),
  );
  expect(wrong).toEqual([]);
});

test("the sample community promises nothing unavailable", () => {
  // Sample members use words of their own.
  const sample = sampleWords(at("core/demo/data"));
  expect(sample.length).toBeGreaterThan(100);
  expect(sample.filter(({ text }) => ABSENT.some(({ not }) => not.test(text)))).toEqual([]);
});

test("fixed texts are still in use", () => {
  const texts = new Set(words.map(({ text }) => text));
  expect(FIXED.filter((text) => !texts.has(text))).toEqual([]);
});

test.each([
  ["Technician contact", ["Technician: say neighbour, or their name"]],
  ["Back with the client.", ["client: say neighbour, or their name"]],
  ["This community pays in spark tokens.", ["tokens: say sparks"]],
  ["Shared, a part each", ["a part each: say shared, with who gets what"]],
  [
    "An admin decided about Plumbing for Dev",
    ["decided about Plumbing for: say decided: who gets what"],
  ],
  ["An admin decided about Plumbing: £24.00 to Dev", []],
  ["Verified members can take money out.", ["take money out: say that pounds stay here"]],
  ["Our telephone line is open.", ["telephone line: say the contact page"]],
  ["Sparks are points.", [`Sparks are: say ${SPARKS.what}`]],
  [SPARKS.what, []],
  ["Pay in pounds, or half of it in sparks.", [`half of it in sparks: say ${SPARKS.worth}`]],
  ["SparkToken payment successful!", []],
  ["Make yourself visible to clients", []],
  ["Find a noticeboard", []],
])("%s", (text, wrong) => expect(wrongIn(text)).toEqual(wrong));

test("a mail is read without tags, syntax and link addresses", () => {
  const template = [
    "{% block subject %}{{ provider }} says{% if done %} yes{% endif %}{% endblock %}",
    '<p style="margin:0">See {# why #}<b>this</b>: {{ url }}/reset-psw#token={{ token }}</p>',
    '{{ button("See the booking", url ~ path) }}{{ small(other ~ " did not come", url ~ "/a") }}',
  ].join("\n");
  expect(
    mailWords(template)
      .replace(/ +/g, " ")
      .trim()
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual(["… says yes", "See this : …", "See the booking did not come"]);
});

test("the server's texts are read whole, including placeholders", () => {
  const rust =
    'format!("\\u{201c}{words}\\u{201d} {rest}"); "Someone"; // "Not this"\n    // "Nor this"';
  expect(literalsOf(rust).slice(0, 2)).toEqual(["“…” …", "Someone"]);
  const texts = new Set(serverWords([at("modules")]).map(({ text }) => text));
  for (const text of ["Someone", "£…", "identity document", "driving licence"]) {
    expect(texts).toContain(text);
  }
});

test.each(["config/content/help.md", "config/content/faq.md", "config/content/legal/terms.md"])(
  "%s explains sparks in the same sentences",
  (path) => {
    const text = readFileSync(at(path), "utf8").replaceAll("**", "");
    for (const sentence of Object.values(SPARKS)) expect(text).toContain(sentence);
  },
);

test("README.md explains sparks in the same sentence", () => {
  const text = readFileSync(at("README.md"), "utf8");
  expect(text).toContain(SPARKS.what);
  expect(text).not.toMatch(/spark tokens?/i);
});
