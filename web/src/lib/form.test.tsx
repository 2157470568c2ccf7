import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { FieldError, Form, FormError, Input, PlaceInput } from "@/components/form";
import { mockServer } from "@/test/app";
import { ApiError } from "./api";
import { createAppQueryClient } from "./api/query-client";
import { showServerErrors, useAppForm } from "./form";

const required = (message: string) => z.string().check(z.minLength(1, message));
// Deliberately in another order than the fields are shown.
const schema = z.object({
  phone: required("Phone is required"),
  town: required("Town is required"),
  day: required("Choose a day"),
  email: required("Email is required"),
  level: z.string(),
});

/** A form with a field of each kind, one of them off screen; submitting fails with `error`. */
function Harness({ error, frozen }: { error: unknown; frozen: boolean }) {
  const form = useAppForm(schema, {
    email: "",
    phone: "",
    town: "",
    day: "",
    level: "",
  });
  const [busy, setBusy] = useState(false);
  const { errors } = form.formState;
  const send = form.handleSubmit(() => {
    setBusy(true);
    setTimeout(() => {
      showServerErrors(form, error, "It failed");
      setTimeout(() => setBusy(false), 5);
    }, 100);
  });
  return (
    <Form onSubmit={send}>
      <fieldset disabled={busy && frozen}>
        <Input label="Email" error={errors.email?.message} {...form.register("email")} />
        <fieldset data-invalid={errors.day && true} aria-describedby="day-error">
          <legend>Day</legend>
          {["Monday", "Tuesday"].map((day) => (
            <label key={day}>
              <input
                type="radio"
                name="day"
                onChange={() => form.setValue("day", day, { shouldValidate: true })}
              />
              {day}
            </label>
          ))}
          <FieldError id="day-error">{errors.day?.message}</FieldError>
        </fieldset>
        <PlaceInput
          label="Town"
          error={errors.town?.message}
          value={form.watch("town")}
          onChange={(town) => form.setValue("town", town, { shouldValidate: true })}
        />
        <Input label="Phone" error={errors.phone?.message} {...form.register("phone")} />
        <FormError form={form} />
        <button type="submit">Save</button>
      </fieldset>
    </Form>
  );
}

function open(error: unknown = null, frozen = true) {
  mockServer({});
  render(
    <QueryClientProvider client={createAppQueryClient()}>
      <Harness error={error} frozen={frozen} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  return { user, save: () => user.click(screen.getByRole("button", { name: "Save" })) };
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Email"), "a");
  await user.click(screen.getByLabelText("Monday"));
  await user.type(screen.getByLabelText("Town"), "Leeds");
  await user.type(screen.getByLabelText("Phone"), "1");
}

test("each wrong field is focused in turn, with a note beside the button", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  const { user, save } = open();
  await save();
  const email = screen.getByLabelText("Email");
  await waitFor(() => expect(email).toHaveFocus());
  expect(scrolled.mock.contexts).toEqual([email]);
  expect(email).toBeInvalid();
  expect(email).toHaveAccessibleDescription("Email is required");
  expect(screen.getAllByText("Email is required")).toHaveLength(2);

  await user.type(email, "a");
  await waitFor(() => expect(screen.queryByText("Email is required")).toBeNull());
  await waitFor(() => expect(email).toHaveFocus());
  await save();
  await waitFor(() => expect(screen.getByLabelText("Monday")).toHaveFocus());
  expect(screen.getAllByText("Choose a day")).toHaveLength(2);

  await user.click(screen.getByLabelText("Monday"));
  await save();
  await waitFor(() => expect(screen.getByLabelText("Town")).toHaveFocus());
  expect(screen.getAllByText("Town is required")).toHaveLength(2);

  await user.type(screen.getByLabelText("Town"), "Leeds");
  await save();
  await waitFor(() => expect(screen.getByLabelText("Phone")).toHaveFocus());
  // The field just above the button shows the error itself.
  expect(screen.getAllByText("Phone is required")).toHaveLength(1);
});

test("pressing again scrolls to the same field again", async () => {
  const { user, save } = open();
  await save();
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveFocus());
  await user.click(screen.getByLabelText("Phone"));
  await save();
  await waitFor(() => expect(screen.getByLabelText("Email")).toHaveFocus());
});

test("fields named by the server act alike, also after disabling", async () => {
  const named = { phone: "Not a UK number", town: "Not known here" };
  const { user, save } = open(new ApiError("x.invalid", "Check the form", 422, named));
  await fill(user);
  await save();
  await waitFor(() => expect(screen.getByLabelText("Town")).toHaveFocus());
  expect(screen.getByLabelText("Phone")).toHaveAccessibleDescription("Not a UK number");
  expect(screen.getAllByText("Not known here")).toHaveLength(2);
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

test("a user who types on keeps the focus", async () => {
  const { user, save } = open(new ApiError("x.invalid", "", 422, { email: "Taken" }), false);
  await fill(user);
  await save();
  await user.type(screen.getByLabelText("Phone"), "2");
  await waitFor(() => expect(screen.getAllByText("Taken")).toHaveLength(2));
  await waitFor(() => expect(screen.getByLabelText("Phone")).toHaveFocus());
});

test("a general or unknown error stands on the form", async () => {
  const { user, save } = open(new ApiError("x.taken", "That is taken", 409, { elsewhere: "No" }));
  await fill(user);
  await save();
  await waitFor(() => expect(screen.getByText("That is taken")).toHaveFocus());
  expect(screen.getByRole("alert")).toHaveTextContent("That is taken");
});

test("a server error of an off-screen field stands on the form", async () => {
  const named = { phone: "Not a UK number", level: "Choose a level" };
  const error = new ApiError("x.invalid", "Check the form", 422, named);
  const { user, save } = open(error);
  await fill(user);
  await save();
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Choose a level"));
  expect(screen.getByLabelText("Phone")).toHaveAccessibleDescription("Not a UK number");
  await waitFor(() => expect(screen.getByLabelText("Phone")).toHaveFocus());
});

test("a form error takes the focus without a wrong field", async () => {
  const { user, save } = open(new ApiError("x.invalid", "", 422, { level: "Choose a level" }));
  await fill(user);
  await save();
  await waitFor(() => expect(screen.getByText("Choose a level")).toHaveFocus());
});

test("any other error gets the fallback", async () => {
  const { user, save } = open(new TypeError("boom"));
  await fill(user);
  await save();
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("It failed"));
});

const sources = import.meta.glob<string>("../**/*.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** A search box and the message form, which have no error that could be out of view. */
const ONE_FIELD = /(explore\/screens\/search|chat\/composer\/composer)\.tsx$/;

test("every form of the site uses this component", () => {
  const parts = Object.entries(sources).filter(([path]) => !path.endsWith(".test.tsx"));
  const bare = parts.filter(([, text]) => /<form\b/.test(text)).map(([path]) => path);
  expect(bare.filter((path) => !ONE_FIELD.test(path))).toEqual(["../components/form/form.tsx"]);
});

/** Forms without a `FormError`, each with the reason. */
const WITHOUT_ERROR: Record<string, string> = {
  "../features/auth/components/second-factor-form.tsx": "a code alone, with its error beside it",
  "../features/auth/screens/otp.tsx": "a code alone, described by its error",
  "../features/settings/components/new-email-dialog.tsx": "a code alone, described by its error",
  "../features/bookings/expenses/ask-dialog.tsx": "a `FormMessage` beside the button has the error",
  "../features/bookings/expenses/decline-dialog.tsx": "likewise",
};

test("every form shows its errors beside the button", () => {
  const silent = Object.entries(sources)
    .filter(([path, text]) => !path.endsWith(".test.tsx") && /<Form\b/.test(text))
    .filter(([, text]) => !/<FormError\b/.test(text))
    .map(([path]) => path);
  expect(silent.toSorted()).toEqual(Object.keys(WITHOUT_ERROR).toSorted());
});

test("a schema without a message uses ours", () => {
  const { error } = z.object({ level: z.enum(["beginner", "expert"]) }).safeParse({ level: "" });
  expect(error?.issues.map(({ message }) => message)).toEqual(["Please check this"]);
});
