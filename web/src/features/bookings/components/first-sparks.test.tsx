import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { FirstSparks } from "./first-sparks";

const earned = (reference: string) => ({
  id: reference,
  unit: "spark",
  amount: 4,
  reason: "release",
  description: "Earned with booking",
  reference,
  created_at: "2099-03-09T10:00:00Z",
});

function open(escrow: "held" | "released", entries: object[]) {
  storeTokens({ accessToken: fakeToken({ id: "dev", expiresIn: 900 }), refreshToken: "r" });
  const log = mockServer({ "GET /api/wallet/transactions": () => success(entries) });
  const booking = sampleBooking({
    status: "completed",
    escrow,
    payment_method: "spark_token",
    price: 4,
  });
  renderRoutes([{ path: "/", element: <FirstSparks booking={booking} /> }], "/");
  return log;
}

test("the first booking paid in sparks explains sparks", async () => {
  open("released", [earned("booking:7")]);
  expect(await screen.findByRole("heading", { name: "Your first sparks" })).toBeVisible();
  expect(screen.getByText("Ana paid you 4 sparks.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Find someone nearby" })).toBeVisible();
});

test("later or unpaid bookings explain nothing", async () => {
  const later = open("released", [earned("booking:9"), earned("booking:7")]);
  await expect.poll(() => later).toHaveLength(1);
  expect(screen.queryByText("Your first sparks")).toBeNull();
  expect(open("held", [earned("booking:7")])).toHaveLength(0);
  expect(screen.queryByText("Your first sparks")).toBeNull();
});
