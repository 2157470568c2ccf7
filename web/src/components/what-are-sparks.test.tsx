import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { mockServer, renderRoutes, success } from "@/test/app";
import { Dialog } from "./overlay";
import { WhatAreSparks } from "./what-are-sparks";

const onOpenChange = vi.fn();

afterEach(() => vi.unstubAllGlobals());

function open(mode: string) {
  mockServer({ "GET /api/site": () => success({ modules: ["wallet"], mode }) });
  const element = (
    <>
      <WhatAreSparks />
      <WhatAreSparks spelled />
      <p>Shown</p>
    </>
  );
  renderRoutes([{ path: "/", element }], "/");
  return userEvent.setup();
}

test("the question is a button, and the answer can be closed", async () => {
  const user = open("cash+tokens");
  const [sign, words] = await screen.findAllByRole("button", { name: "What are sparks?" });
  expect(words).toHaveTextContent("What are sparks?");
  if (!sign) throw new Error("no button");
  await user.click(sign);
  const answer = await screen.findByRole("dialog", { name: "What are sparks?" });
  expect(answer).toHaveTextContent("A price in sparks is half the price in pounds.");
  expect(screen.getByRole("link", { name: "More about your wallet" })).toHaveAttribute(
    "href",
    "/help#your-wallet",
  );
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(sign).toHaveFocus());
});

test("in a dialog, the answer opens without closing the dialog", async () => {
  mockServer({ "GET /api/site": () => success({ modules: ["wallet"], mode: "cash+tokens" }) });
  const element = (
    <Dialog open onOpenChange={onOpenChange} title="Pay">
      <WhatAreSparks spelled />
    </Dialog>
  );
  renderRoutes([{ path: "/", element }], "/");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "What are sparks?" }));
  await user.click(await screen.findByText(/Sparks are how neighbours/));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText(/Sparks are how neighbours/)).toBeNull());
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(screen.getByRole("dialog", { name: "Pay" })).toBeVisible();
});

test("without pounds, the answer omits the price in pounds", async () => {
  const user = open("tokens");
  const [sign] = await screen.findAllByRole("button");
  if (!sign) throw new Error("no button");
  await user.click(sign);
  const answer = await screen.findByRole("dialog");
  expect(answer).toHaveTextContent("earn them by helping");
  expect(answer).not.toHaveTextContent("half the price");
});

test("without prices, the question is absent", async () => {
  open("gift");
  expect(await screen.findByText("Shown")).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});
