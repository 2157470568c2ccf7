import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { Component } from "./add-withdrawal";

const ADD = "POST /api/settings/payment/withdrawalmethod";

afterEach(() => vi.unstubAllGlobals());

async function fillIn(sortCode: string, answer: () => Response, mode = "cash+tokens") {
  const log = mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["payouts"], mode }),
    [ADD]: answer,
  });
  renderRoutes(
    [
      { path: "/add-withdrawal", Component },
      { path: "/get-paid", element: <p>Your accounts</p> },
    ],
    "/add-withdrawal",
  );
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText("Bank name"), "Calder Bank");
  await user.type(screen.getByLabelText("Account name"), "Ana Silva");
  await user.type(screen.getByLabelText("Sort code"), sortCode);
  await user.type(screen.getByLabelText("Account number"), "1234 5678");
  await user.click(screen.getByRole("button", { name: "Add bank account" }));
  return log;
}

test("sends the account as typed, and leads back to the list", async () => {
  const log = await fillIn("12-34-56", () => success({ id: "a" }));
  expect(await screen.findByText("Your accounts")).toBeVisible();
  expect(log.find(({ path }) => path === ADD)?.body).toEqual({
    bank_name: "Calder Bank",
    account_name: "Ana Silva",
    sort_code: "12-34-56",
    account_number: "1234 5678",
  });
});

test("a sort code with too few digits is not sent", async () => {
  const log = await fillIn("12-34-5", () => success({ id: "a" }));
  const field = screen.getByLabelText("Sort code");
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Enter the six digits/));
  expect(log.some(({ path }) => path === ADD)).toBe(false);
});

test("errors of the server stand beside their field", async () => {
  const refused = () => failure(422, "request.invalid", "Wrong.", { account_number: "Not ours." });
  await fillIn("123456", refused);
  const field = screen.getByLabelText("Account number");
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Not ours\./));
});
