import { expect, test } from "vitest";
import { missingText } from "./request-errors";
import { emptyRequest, REQUIRED, type RequestValues } from "./schema";

const whole: RequestValues = {
  ...emptyRequest,
  description: "It drips.",
  street: "14 Crown Street",
  location: "Leeds",
  zip_code: "LS2 7DG",
  date: "2099-03-08",
  time: "17:00",
};
const taken = { time: { type: "custom", message: "That time is no longer free." } };
const noTown = { location: { type: "too_small", message: "Enter the town" } };

test.each([
  ["nothing is wrong", {}, {}, undefined],
  ["a field is empty", { location: " " }, noTown, REQUIRED],
  ["a chosen time was taken, and emptied", { time: "" }, taken, undefined],
  [
    "both",
    { time: "", location: "" },
    { ...taken, ...noTown },
    `${REQUIRED} ${taken.time.message}`,
  ],
  [
    "a field is wrong and not empty",
    { zip_code: "LS" },
    { zip_code: { type: "invalid_format", message: "Enter the whole postcode: LS1 4DY" } },
    undefined,
  ],
])("text beside the button when %s", (_, values, errors, text) => {
  expect(missingText({ ...whole, ...values }, errors)).toBe(text);
});
