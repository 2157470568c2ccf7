import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import * as z from "zod/mini";
import { useDraftedForm } from "./drafted-form";
import { draftEntry } from "./drafts";

const schema = z.object({ bio: z.string(), town: z.string(), password: z.string() });
const text = z.optional(z.string());
const draft = draftEntry<{ bio?: string | undefined; town?: string | undefined }>(
  "test",
  z.object({ bio: text, town: text }),
  {},
);

afterEach(() => sessionStorage.clear());

function Form({ town }: { town: string }) {
  const { form, removeDraft } = useDraftedForm<z.infer<typeof schema>>(schema, draft, {
    bio: "",
    town,
    password: "",
  });
  return (
    <form>
      <input aria-label="Bio" {...form.register("bio")} />
      <input aria-label="Town" {...form.register("town")} />
      <input aria-label="Password" {...form.register("password")} />
      <button type="button" onClick={removeDraft}>
        Sent
      </button>
    </form>
  );
}

test("typed text is restored, without passwords and untouched fields", async () => {
  const user = userEvent.setup();
  const first = render(<Form town="Leeds" />);
  await user.type(screen.getByLabelText("Bio"), "I mend taps");
  await user.type(screen.getByLabelText("Password"), "secret");
  expect(sessionStorage.getItem("test")).not.toContain("secret");
  first.unmount();
  render(<Form town="York" />);
  expect(screen.getByLabelText("Bio")).toHaveValue("I mend taps");
  expect(screen.getByLabelText("Town")).toHaveValue("York");
  expect(screen.getByLabelText("Password")).toHaveValue("");
});

test("a sent draft is removed", async () => {
  const user = userEvent.setup();
  const first = render(<Form town="Leeds" />);
  await user.type(screen.getByLabelText("Bio"), "I mend taps");
  await user.click(screen.getByRole("button", { name: "Sent" }));
  first.unmount();
  render(<Form town="Leeds" />);
  expect(screen.getByLabelText("Bio")).toHaveValue("");
});
