import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Outlet } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { ConfirmDialog } from "@/components/overlay";
import { Component as InwardDetails } from "@/features/bookings/screens/inward-details";
import { Component as Blocked } from "@/features/explore/screens/blocked";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { sampleBooking } from "@/test/booking";
import { fakeToken } from "@/test/jwt";
import { KeepFocus } from "./keep-focus";

afterEach(() => vi.unstubAllGlobals());

function Screen({ children }: { children: ReactNode }) {
  return (
    <>
      <KeepFocus />
      <main>
        <h1 tabIndex={-1}>Heading</h1>
        {children}
      </main>
    </>
  );
}

const heading = () => screen.getByRole("heading", { level: 1 });
const headingTakesFocus = () => waitFor(() => expect(heading()).toHaveFocus());
/** Waits for longer than the focus waits before it is moved. */
const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 100)));

/** A button that is removed once pressed. */
function Once({ children }: { children?: ReactNode }) {
  const [pressed, setPressed] = useState(false);
  return pressed ? (
    children
  ) : (
    <button type="button" onClick={() => setPressed(true)}>
      Do it
    </button>
  );
}

test("the heading gets the focus of a button removed on press", async () => {
  render(
    <Screen>
      <Once />
    </Screen>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Do it" }));
  await headingTakesFocus();
});

test("a field that takes the focus itself keeps it", async () => {
  function Next() {
    const field = useRef<HTMLInputElement>(null);
    useEffect(() => field.current?.focus(), []);
    return <input ref={field} aria-label="Next" />;
  }
  render(
    <Screen>
      <Once>
        <Next />
      </Once>
    </Screen>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Do it" }));
  await pause();
  await waitFor(() => expect(screen.getByLabelText("Next")).toHaveFocus());
});

test("removing a control that lost the focus moves nothing", async () => {
  const shown = (button: ReactNode) => <Screen>{button}</Screen>;
  const { rerender } = render(shown(<button type="button">Do it</button>));
  const user = userEvent.setup();
  screen.getByRole("button", { name: "Do it" }).focus();
  await user.click(document.body);
  rerender(shown(null));
  await pause();
  await waitFor(() => expect(document.body).toHaveFocus());
});

/** A confirmation whose opener is removed or disabled after a yes. */
function Asking({ disables }: { disables: boolean }) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  return (
    <>
      {(!done || disables) && (
        <button type="button" disabled={done} onClick={() => setOpen(true)}>
          Reject
        </button>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Reject it?"
        description=""
        confirmLabel="Yes"
        onConfirm={() => {
          setDone(true);
          setOpen(false);
        }}
      />
    </>
  );
}

test.each([
  ["gone", false],
  ["disabled", true],
])("the heading gets the focus when the dialog's opener is %s", async (_, disables) => {
  const user = userEvent.setup();
  render(
    <Screen>
      <Asking disables={disables} />
    </Screen>,
  );
  await user.click(screen.getByRole("button", { name: "Reject" }));
  await user.click(await screen.findByRole("button", { name: "Yes" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await headingTakesFocus();
});

test("a closed dialog restores the focus to its opener", async () => {
  const user = userEvent.setup();
  render(
    <Screen>
      <Asking disables={false} />
    </Screen>,
  );
  await user.click(screen.getByRole("button", { name: "Reject" }));
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await pause();
  await waitFor(() => expect(screen.getByRole("button", { name: "Reject" })).toHaveFocus());
});

function open(path: string, Component: () => ReactNode, answers: Parameters<typeof mockServer>[0]) {
  storeTokens({ accessToken: fakeToken({ id: "dev", expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings", "explore"] }),
    ...answers,
  });
  const frame = (
    <>
      <KeepFocus />
      <main>
        <Outlet />
      </main>
    </>
  );
  renderRoutes([{ element: frame, children: [{ path, Component }] }], path.replace(":id", "7"));
  return userEvent.setup();
}

test("the heading gets the focus after a success dialog", async () => {
  const accepted = sampleBooking({ status: "accepted", actions: ["cancel"] });
  const user = open("/inward-details/:id", InwardDetails, {
    "GET /api/bookings/7": () => success(sampleBooking()),
    "PUT /api/bookings/accept/7": () => success(accepted),
  });
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  const sheet = await screen.findByRole("dialog");
  await waitFor(() => expect(sheet).toContainElement(document.activeElement as HTMLElement));
  await pause();
  expect(sheet).toContainElement(document.activeElement as HTMLElement);
  await user.keyboard("{Escape}");
  await headingTakesFocus();
});

test("the heading gets the focus of a list's last row", async () => {
  let blocked = [{ user_id: "u2", name: "Ana Mensah", created_at: "2026-03-02T10:00:00Z" }];
  const user = open("/settings/blocked", Blocked, {
    "GET /api/users/blocked": () => success(blocked),
    "DELETE /api/users/block/u2": () => {
      blocked = [];
      return success({ blocked: false });
    },
  });
  await user.click(await screen.findByRole("button", { name: /^Unblock/ }));
  await headingTakesFocus();
});
