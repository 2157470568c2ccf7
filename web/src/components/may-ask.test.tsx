import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockServer, renderRoutes, success } from "@/test/app";
import { MayAsk } from "./may-ask";

afterEach(() => vi.unstubAllGlobals());

const message = "They take requests from verified people.";

function open(permission: unknown) {
  const log = mockServer({ "GET /api/bookings/permissions/dev": () => success(permission) });
  const element = (
    <MayAsk userId="dev">
      <button type="button">Book Dev</button>
    </MayAsk>
  );
  renderRoutes([{ path: "/", element }], "/");
  return log;
}

test("the button gives way to the reason, with what helps", async () => {
  open({ allowed: false, refusal: { who_may_ask: "verified", message } });
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole("link", { name: "Identity check" })).toHaveAttribute(
    "href",
    "/settings/kyc",
  );
  expect(screen.queryByRole("button")).toBeNull();
});

test("the button stays for those who may ask", async () => {
  const log = open({ allowed: true });
  await waitFor(() => expect(log).toHaveLength(1));
  expect(screen.getByRole("button", { name: "Book Dev" })).toBeVisible();
});
