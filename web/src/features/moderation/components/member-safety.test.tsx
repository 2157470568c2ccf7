import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { failure, mockServer, renderRoutes, success } from "@/test/app";
import { MemberSafety } from "./member-safety";

afterEach(() => vi.unstubAllGlobals());

const SAFETY = "GET /api/admin/members/dev/safety";

function open(answer: () => Response) {
  mockServer({ [SAFETY]: answer });
  renderRoutes([{ path: "/", element: <MemberSafety userId="dev" /> }], "/");
}

test("the count is shown with the request to keep it private", async () => {
  open(() => success({ felt_unsafe: 2 }));
  expect(await screen.findByText(/Felt unsafe/)).toHaveTextContent("Felt unsafe: 2");
  expect(screen.getByText(/Please do not mention them to this member/)).toBeVisible();
});

test("a refusal is told", async () => {
  open(() => failure(403, "auth.forbidden", "Only admins see this about staff."));
  expect(await screen.findByRole("alert")).toHaveTextContent("Only admins see this about staff.");
});
