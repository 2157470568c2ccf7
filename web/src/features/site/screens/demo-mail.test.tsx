import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockServer, renderRoutes, success } from "@/test/app";
import { Component as DemoMail } from "./demo-mail";

const EMAILS = resolve(import.meta.dirname, "../../../../../config/content/emails");

afterEach(() => vi.unstubAllGlobals());

/** Returns a mail from the real template; placeholders without a value become a word. */
function mailOf(template: string, values: Record<string, string> = {}) {
  const filled = readFileSync(resolve(EMAILS, template), "utf8")
    .replace(/\{\{ ?(\w+)[^}]*\}\}/g, (_, key: string) => values[key] ?? "word")
    .replace(/\{% extends [^%]*%\}\n|\{% include [^%]*%\}/g, "");
  const block = (name: string) =>
    new RegExp(`\\{% block ${name} %\\}([\\s\\S]*?)\\{% endblock %\\}`).exec(filled)?.[1] ?? "";
  const plain = (text: string) => text.replace(/\{%[^%]*%\}\n?/g, "").trim();
  return {
    id: template,
    to: "ana@example.org",
    subject: plain(block("subject")),
    text: plain(block("body")),
    at: new Date().toISOString(),
  };
}

const LOCAL = { url: "http://127.0.0.1:8080", path: "/outward-details/7" };

function open(mails: ReturnType<typeof mailOf>[]) {
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: [], demo: true }),
    "GET /api/demo/mail": () => success(mails),
  });
  renderRoutes([{ path: "/demo/mail", Component: DemoMail }], "/demo/mail");
}

test.each(["auth/code.txt", "auth/new_email.txt"])(
  "in %s the code is the only visible four-digit number",
  async (template) => {
    const values = { code: "0427", site: "Sparkyard", token: "gbppda", address: "gbheadgc" };
    const mail = mailOf(template, { ...LOCAL, ...values });
    expect(mail.subject).toBe("0427 is your Sparkyard code");
    open([mail]);
    const card = await screen.findByRole("listitem");
    expect(card.textContent?.match(/\d{4,}/g)).toEqual(["0427", "0427"]);
  },
);

test("a mail's link is named by its label, with a way back", async () => {
  open([mailOf("auth/code.txt", { ...LOCAL, token: "gbppda", address: "gbheadgc" })]);
  const link = await screen.findByRole("link", { name: "Continue without the code" });
  expect(link).toHaveAttribute("href", "http://127.0.0.1:8080/personal-details#gbppda.gbheadgc");
  expect(screen.getByRole("link", { name: "Back to Sparkyard" })).toHaveAttribute("href", "/");
});

test("no mail shows the address of a link", async () => {
  const templates = readdirSync(EMAILS, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".txt") && file.includes("/"),
  );
  expect(templates.length).toBeGreaterThan(50);
  open(templates.map((template) => mailOf(template, LOCAL)));
  const list = within(await screen.findByRole("list"));
  expect(list.getAllByRole("link").length).toBeGreaterThan(50);
  expect(list.queryByText(/127\.0\.0\.1/)).toBeNull();
});
