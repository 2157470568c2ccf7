import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Booking } from "../format";
import { ChargebackNote } from "./chargeback-note";

function show(part: Partial<Booking>, mine: boolean) {
  const client = { firstname: "Ana" };
  const booking = { status: "accepted", escrow: "held", client, ...part } as Booking;
  return render(<ChargebackNote booking={booking} mine={mine} />);
}

test("a booking whose payment was never disputed shows nothing", () => {
  const { container } = show({}, true);
  expect(container).toBeEmptyDOMElement();
});

test.each([
  ["open", {}, true, /^Your bank was asked .* until then nobody is paid/],
  ["open", {}, false, /^Ana's bank was asked .* until then nobody is paid/],
  ["open", { status: "completed", escrow: "released" }, false, /stays paid/],
  ["won", {}, true, /decided against it/],
  ["lost", { status: "cancelled", escrow: "refunded" }, false, /^Ana's bank has taken .* ended/],
  ["lost", { status: "completed", escrow: "released" }, false, /you were paid is yours/],
  ["lost", { status: "completed", escrow: "released" }, true, /^Your bank has taken/],
] as const)("%s, %o, for the payer: %s", (chargeback, part, mine, words) => {
  show({ chargeback, ...part }, mine);
  expect(screen.getByText(words)).toBeVisible();
});
