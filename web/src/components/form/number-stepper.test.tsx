import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { NumberStepper } from "./number-stepper";

function Harness() {
  const [hours, setHours] = useState(1);
  return (
    <>
      <NumberStepper
        label="For how long?"
        value={hours}
        min={1}
        max={12}
        onChange={setHours}
        format={{ style: "unit", unit: "hour", unitDisplay: "long" }}
      />
      <output>{hours}</output>
    </>
  );
}

function setUp() {
  render(<Harness />);
  return {
    user: userEvent.setup(),
    less: screen.getByRole("button", { name: "Less" }),
    more: screen.getByRole("button", { name: "More" }),
    field: screen.getByRole("textbox", { name: "For how long?" }),
    value: () => screen.getByRole("status").textContent,
  };
}

test("the buttons stop at the limits, and the value has a unit", async () => {
  const { user, less, more, field, value } = setUp();
  expect(screen.getByRole("group", { name: "For how long?" })).toBeVisible();
  expect(field).toHaveValue("1 hour");
  expect(less).toBeDisabled();
  await user.click(more);
  expect([value(), (field as HTMLInputElement).value]).toEqual(["2", "2 hours"]);
  await user.click(less);
  expect(value()).toBe("1");
  for (let press = 0; press < 15; press += 1) await user.click(more);
  expect(value()).toBe("12");
  expect(more).toBeDisabled();
});

test("the buttons and the value work by keyboard", async () => {
  const { user, more, field, value } = setUp();
  await user.tab();
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard("{ArrowUp}");
  expect(value()).toBe("2");
  await user.tab();
  await waitFor(() => expect(more).toHaveFocus());
  await user.keyboard("{Enter}");
  expect(value()).toBe("3");
});

test.each([
  ["5", "5", "5 hours"],
  ["40", "12", "12 hours"],
  ["0", "1", "1 hour"],
  ["2.6", "3", "3 hours"],
])("%j typed becomes %s", async (typed, expected, shown) => {
  const { user, field, value } = setUp();
  await user.clear(field);
  await user.type(field, typed);
  await user.tab();
  expect([value(), (field as HTMLInputElement).value]).toEqual([expected, shown]);
});

test("a cleared field returns to its value", async () => {
  const { user, field, value } = setUp();
  await user.clear(field);
  await user.tab();
  expect([value(), (field as HTMLInputElement).value]).toEqual(["1", "1 hour"]);
});
