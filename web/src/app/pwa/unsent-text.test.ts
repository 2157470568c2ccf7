import { beforeEach, expect, test } from "vitest";
import { hasUnsentText, watchTyping } from "./unsent-text";

watchTyping();

beforeEach(() => {
  document.body.innerHTML = `
    <form><input name="a" value="" /><textarea name="b"></textarea></form>
    <input type="search" name="q" />`;
});

function type(name: string, text: string): HTMLInputElement {
  const field = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!field) throw new Error(`no field ${name}`);
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return field;
}

test("typed text counts until it is deleted, sent, or removed", () => {
  expect(hasUnsentText()).toBe(false);
  type("a", "Hello");
  expect(hasUnsentText()).toBe(true);
  type("a", "");
  expect(hasUnsentText()).toBe(false);
  const field = type("b", "Hello");
  field.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  expect(hasUnsentText()).toBe(false);
  type("b", "Again");
  document.body.innerHTML = "";
  expect(hasUnsentText()).toBe(false);
});

test("a search text does not count", () => {
  type("q", "plumbing");
  expect(hasUnsentText()).toBe(false);
});
