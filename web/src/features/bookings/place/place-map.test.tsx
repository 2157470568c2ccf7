import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

vi.mock("./place-canvas", () => {
  throw new TypeError("Failed to fetch dynamically imported module");
});
vi.mock("@/lib/places", () => ({
  useCities: () => [],
  useMapSettings: () => ({ data: { attribution: "" }, isError: false }),
}));

test("the screen stays when the map's code fails to load", async () => {
  const { PlaceMap } = await import("./place-map");
  render(<PlaceMap place={{ lat: 53.8, lon: -1.5 }} />);
  expect(await screen.findByText(/cannot be shown without a connection/)).toBeVisible();
  expect(screen.getByText(/The pin is as exact/)).toBeVisible();
});
