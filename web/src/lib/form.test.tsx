import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { FormError, Input } from "@/components/form";
import { ApiError } from "./api";
import { showServerErrors, useAppForm } from "./form";

const schema = z.object({
  email: z.string().check(z.minLength(1, "Email is required")),
  phone: z.string().check(z.minLength(1, "Phone is required")),
});

function Harness({ error }: { error: unknown }) {
  const form = useAppForm(schema, { email: "", phone: "" });
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={form.handleSubmit(() => showServerErrors(form, error, "It failed"))}>
      <Input label="Email" error={errors.email?.message} {...form.register("email")} />
      <Input label="Phone" error={errors.phone?.message} {...form.register("phone")} />
      <FormError form={form} />
      <button type="submit">Save</button>
    </form>
  );
}

async function submit(error: unknown, fill = true) {
  render(<Harness error={error} />);
  const user = userEvent.setup();
  if (fill) {
    await user.type(screen.getByLabelText("Email"), "a");
    await user.type(screen.getByLabelText("Phone"), "1");
  }
  await user.click(screen.getByRole("button", { name: "Save" }));
}

test("on submit the first wrong field is focused and described by its error", async () => {
  await submit(null, false);
  const email = screen.getByLabelText("Email");
  expect(email).toHaveFocus();
  expect(email).toBeInvalid();
  expect(email).toHaveAccessibleDescription("Email is required");
});

test("a field the server names shows its message and takes the focus", async () => {
  await submit(new ApiError("x.invalid", "Check the form", 422, { phone: "Not a UK number" }));
  await waitFor(() => expect(screen.getByLabelText("Phone")).toHaveFocus());
  expect(screen.getByLabelText("Phone")).toHaveAccessibleDescription("Not a UK number");
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

test("a message about no field, or an unknown one, stands on the form", async () => {
  await submit(new ApiError("x.taken", "That is taken", 409, { elsewhere: "No" }));
  expect(screen.getByRole("alert")).toHaveTextContent("That is taken");
  await waitFor(() => expect(screen.getByText("That is taken")).toHaveFocus());
});

test("anything that is not the server's gets the fallback", async () => {
  await submit(new TypeError("boom"));
  expect(screen.getByRole("alert")).toHaveTextContent("It failed");
});
