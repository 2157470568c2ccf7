import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError, type Schemas } from "@/lib/api";
import { storeTokens } from "@/lib/session";
import { mockServer, renderRoutes, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { EditSkillForm } from "./edit-skill-form";

const refusal = vi.hoisted(() => ({ fields: {} }));
// Photos are sent by XMLHttpRequest, for the progress, and not by `fetch`, which the tests mock.
vi.mock("../api/use-save-skill", () => ({
  useSaveSkill: () => ({
    save: (_: unknown, { onError }: { onError: (error: unknown) => void }) =>
      setTimeout(() => onError(new ApiError("skills.invalid", "Check it", 422, refusal.fields))),
    isPending: false,
    progress: null,
  }),
}));

afterEach(() => vi.unstubAllGlobals());

const skill = {
  id: "taps",
  user_id: "dev",
  skill_type: "Plumbing",
  experience_level: "expert",
  description: "Taps and pipes.",
  hourly_rate: 12,
  cancellation_policy: "flexible",
  thumbnails: [],
} as unknown as Schemas["Skill"];

async function save(fields: Record<string, string>, mode = "cash+tokens") {
  refusal.fields = fields;
  storeTokens({ accessToken: fakeToken({ id: "dev", expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["skills"], mode }),
    "GET /api/skills/get/categories": () => success([]),
  });
  renderRoutes([{ path: "/", element: <EditSkillForm skill={skill} /> }], "/");
  const user = userEvent.setup();
  if (mode === "gift") await screen.findByText(/there is no price to set/);
  await user.click(screen.getByRole("button", { name: "Save changes" }));
  return user;
}

test("a level error stands beside the levels until changed", async () => {
  const user = await save({ experience_level: "Prove it first" });
  const levels = screen.getByRole("group", { name: "Experience level" });
  await waitFor(() => expect(levels).toHaveAccessibleDescription("Prove it first"));
  await waitFor(() => expect(screen.getByRole("radio", { name: /^Expert/ })).toHaveFocus());
  await user.click(screen.getByRole("radio", { name: /^Beginner/ }));
  await waitFor(() => expect(screen.queryByText("Prove it first")).toBeNull());
});

test("a policy error stands beside its field", async () => {
  await save({ cancellation_policy: "Too strict here" });
  const policy = screen.getByRole("combobox", { name: "If a neighbour cancels" });
  await waitFor(() => expect(policy).toBeInvalid());
  expect(policy).toHaveAccessibleDescription(/Too strict here/);
});

test("an error of a hidden price stands beside the button", async () => {
  await save({ hourly_rate: "Too much" }, "gift");
  await waitFor(() => expect(screen.getByText("Too much")).toHaveFocus());
});
