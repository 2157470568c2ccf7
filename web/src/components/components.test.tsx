import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api";
import { initials } from "./avatar";
import { Button } from "./button";
import { Loaded } from "./loaded";
import { ConfirmDialog } from "./overlay";
import { Price } from "./price";
import { Stars } from "./stars";

test.each([
  ["Dev Kaur", "DK"],
  ["  Zoë  van der Berg ", "ZB"],
  ["Cher", "C"],
  ["", ""],
])("initials of %j", (name, letters) => expect(initials(name)).toBe(letters));

test("a busy button says so, keeps the focus and ignores presses", async () => {
  const press = vi.fn();
  const { rerender } = render(<Button onClick={press}>Send</Button>);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Send" }));
  rerender(
    <Button onClick={press} busy busyLabel="Sending...">
      Send
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Sending..." });
  await user.click(button);
  expect(press).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(button).toHaveFocus());
});

test("prices stand side by side, and a missing one is omitted", () => {
  const { container, rerender } = render(<Price pounds={20} sparks={10} />);
  expect(container).toHaveTextContent("£20.00or10 sparks");
  rerender(<Price pounds={20} />);
  expect(container).toHaveTextContent("£20.00");
  rerender(<Price pounds={0} sparks={0} />);
  expect(container).toHaveTextContent("Free");
});

test("a person without reviews is new", () => {
  const { container, rerender } = render(<Stars rating={null} count={0} />);
  expect(container).toHaveTextContent("New");
  rerender(<Stars rating={4.85} count={1} />);
  expect(container).toHaveTextContent("4.8(1 review)");
});

const idle = { data: undefined, error: null, isFetching: false, refetch: vi.fn() };
const loadedStates = (
  query:
    | typeof idle
    | { data: string[] | undefined; error: unknown; isFetching: boolean; refetch: () => unknown },
) => (
  <Loaded query={query} skeleton={<p>Shapes</p>} empty={<p>Nothing yet</p>}>
    {(items) => <p>{items.join()}</p>}
  </Loaded>
);

test("loaded data has four states", async () => {
  const refetch = vi.fn();
  const { rerender } = render(loadedStates(idle));
  expect(screen.getByText("Shapes")).toBeVisible();
  rerender(loadedStates({ ...idle, error: new ApiError("x", "It broke", 500), refetch }));
  expect(screen.getByRole("alert")).toHaveTextContent("It broke");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledOnce();
  rerender(loadedStates({ ...idle, data: [] }));
  expect(screen.getByText("Nothing yet")).toBeVisible();
  rerender(loadedStates({ ...idle, data: ["a", "b"], error: new ApiError("x", "Later", 500) }));
  expect(screen.getByText("a,b")).toBeVisible();
});

test("a confirmation asks, can be declined, and shows an error", async () => {
  const onConfirm = vi.fn();
  const onOpenChange = vi.fn();
  const dialog = (error?: string) => (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Confirm Logout"
      description="Are you sure?"
      confirmLabel="Logout"
      error={error}
      onConfirm={onConfirm}
    />
  );
  const { rerender } = render(dialog());
  expect(await screen.findByRole("dialog", { name: "Confirm Logout" })).toHaveAccessibleDescription(
    "Are you sure?",
  );
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(onConfirm).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
  rerender(dialog("No connection"));
  expect(screen.getByRole("alert")).toHaveTextContent("No connection");
});
