import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { mockServer, renderRoutesWithToasts, success } from "@/test/app";
import { RulesForm } from "./rules-form";

const RULES = "PUT /api/admin/moderation-rules";

afterEach(() => vi.unstubAllGlobals());

test("numbers in their range are saved", async () => {
  const rules = { report_days: 3, appeal_days: 7, hold_first_posts: 0 };
  const log = mockServer({ [RULES]: () => success({ ...rules, hold_first_posts: 2 }) });
  const Component = () => <RulesForm rules={rules} />;
  renderRoutesWithToasts([{ path: "/", Component }], "/");
  const user = userEvent.setup();
  const held = screen.getByLabelText("First posts of a newcomer that you look at");
  for (const wrong of ["21", "-1", "two"]) {
    await user.clear(held);
    await user.type(held, wrong);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findAllByText("Enter a number from 0 to 20"))[0]).toBeVisible();
  }
  expect(log).toEqual([]);
  await user.clear(held);
  await user.type(held, "2");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved. It applies at once.")).toBeVisible();
  expect(log).toEqual([{ path: RULES, body: { ...rules, hold_first_posts: 2 } }]);
});
