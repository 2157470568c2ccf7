import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { CodeInput } from "./code-input";

function Harness() {
  const [code, setCode] = useState("");
  return <CodeInput value={code} onChange={setCode} />;
}

function boxes(): HTMLInputElement[] {
  return screen.getAllByRole<HTMLInputElement>("textbox");
}
const values = () => boxes().map((box) => box.value);

async function setUp() {
  render(<Harness />);
  const user = userEvent.setup();
  await user.click(boxes()[0] as HTMLInputElement);
  return user;
}

test("typing moves to the next box and ignores non-digits", async () => {
  const user = await setUp();
  await user.keyboard("4a8 21");
  expect(values()).toEqual(["4", "8", "2", "1"]);
  await waitFor(() => expect(boxes()[3]).toHaveFocus());
});

test("a code pasted into any box fills all", async () => {
  const user = await setUp();
  await user.click(boxes()[2] as HTMLInputElement);
  await user.paste("48 21");
  expect(values()).toEqual(["4", "8", "2", "1"]);
});

test("a code filled into the first box spreads", async () => {
  const user = await setUp();
  await user.paste("4821");
  expect(values()).toEqual(["4", "8", "2", "1"]);
  expect(boxes()[0]).toHaveAttribute("autocomplete", "one-time-code");
});

test("Backspace clears a box, and in an empty one moves back", async () => {
  const user = await setUp();
  await user.keyboard("48{Backspace}");
  expect(values()).toEqual(["4", "8", "", ""]);
  await waitFor(() => expect(boxes()[1]).toHaveFocus());
  await user.keyboard("{Backspace}{Backspace}");
  expect(values()).toEqual(["4", "", "", ""]);
  await waitFor(() => expect(boxes()[0]).toHaveFocus());
});

test("typing replaces a digit", async () => {
  const user = await setUp();
  await user.keyboard("4821");
  await user.click(boxes()[1] as HTMLInputElement);
  await user.keyboard("7");
  expect(values()).toEqual(["4", "7", "2", "1"]);
});

test("every box has a name, in a named group", async () => {
  await setUp();
  expect(screen.getByRole("group", { name: "Your code" })).toBeVisible();
  for (const [index, box] of boxes().entries()) {
    expect(box).toHaveAccessibleName(`Digit ${index + 1} of 4`);
  }
});
