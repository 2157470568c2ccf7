import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A text for users, with its source file. */
export interface Written {
  file: string;
  text: string;
}

/** Paths without texts for members: benchmarks, sample people, tests, API descriptions. */
const NOT_SHOWN =
  /\/(bench|crowd|opendata|testkit|tests|test|node_modules|target)$|\/tests\.rs$|\.test\.|schema\.d\.ts$|\/http\/document\.rs$|\/kernel\/src\/http\/envelope\.rs$/;

/** Attributes whose values are not shown. */
const SILENT = /^(className|to|href|src|name|id|type|variant|size|role|rel)$/;

function* filesIn(folder: string, ending: RegExp): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (NOT_SHOWN.test(path)) continue;
    if (entry.isDirectory()) yield* filesIn(path, ending);
    else if (ending.test(path)) yield path;
  }
}

/** Returns the strings in the client's sources that may be texts for people. */
export function clientWords(root: string): Written[] {
  return [...filesIn(root, /\.tsx?$/)].flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(file, "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    return textsOf(source).map((text) => ({ file, text }));
  });
}

function textsOf(source: ts.SourceFile): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxAttribute(node) && SILENT.test(node.name.getText())) return;
    if (ts.isJsxText(node)) texts.push(node.text);
    else if (ts.isStringLiteralLike(node) && /\s|^[A-Z]/.test(node.text)) texts.push(node.text);
    else if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      if (/\s/.test(parts.join(""))) texts.push(parts.join("…"));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.map((text) => text.replace(/\s+/g, " ").trim());
}

/** A sentence, a word, or words beside a placeholder; logs and queries begin otherwise. */
const SHOWN = /^[“‘£(]*(…|[A-Z][a-z']*)([ ,.:;!?’”)…]|$)/;

/** Sources with texts for people but neither logs nor queries: there, lower case counts too. */
const MODEL = /\/model(\/.*)?\.rs$/;

/** Returns every string of the server's sources that may be a text for people. */
export function serverWords(roots: string[]): Written[] {
  return roots
    .flatMap((root) => [...filesIn(root, /\/src\/.*\.rs$/)])
    .flatMap((file) =>
      literalsOf(readFileSync(file, "utf8"))
        .filter((text) => SHOWN.test(text) || (MODEL.test(file) && text.includes(" ")))
        .map((text) => ({ file, text })),
    );
}

/** Returns the string literals of a Rust source, with … for each placeholder. */
export function literalsOf(rust: string): string[] {
  const shown = (rust.split("#[cfg(test)]\nmod ")[0] ?? "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/b?'\\?"'/g, "");
  return [...shown.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)].map(([, text = ""]) =>
    text
      .replace(/\\\n\s*/g, "")
      .replace(/\\u\{(\w+)\}/g, (_, code: string) =>
        String.fromCodePoint(Number.parseInt(code, 16)),
      )
      .replace(/\{[^}]*\}/g, "…"),
  );
}

/** Returns the lines of the pages and mails that a host can replace. */
export function proseWords(root: string): Written[] {
  return [...filesIn(root, /\.(md|txt|html)$/)].flatMap((file) => {
    const source = readFileSync(file, "utf8");
    const words = file.endsWith(".md") ? source : mailWords(source);
    return words.split("\n").map((text) => ({ file, text: text.replace(/\s+/g, " ").trim() }));
  });
}

/** Returns the texts of the sample community's members, and the letters of its admin. */
export function sampleWords(root: string): Written[] {
  return [...filesIn(root, /\.json$/)].flatMap((file) =>
    [...stringsOf(JSON.parse(readFileSync(file, "utf8")))]
      .filter((text) => text.includes(" "))
      .map((text) => ({ file, text })),
  );
}

function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) yield* stringsOf(inner);
  }
}

/** Returns the readable text of a mail template, with … for each placeholder. */
export function mailWords(template: string): string {
  return template
    .replace(/\{#[\s\S]*?#\}|\{%[\s\S]*?%\}/g, " ")
    .replace(/\{\{([\s\S]*?)\}\}/g, (_, expression: string) => labelOf(expression))
    .replace(/<[^>]*>/g, " ")
    .replace(/…\/\S*/g, "…");
}

/** Returns `See the booking` from `button("See the booking", url ~ path)`. */
function labelOf(expression: string): string {
  const texts = [...expression.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text);
  return texts.filter((text) => /^[^/]*\w[^/]*$/.test(text)).join("…") || "…";
}
