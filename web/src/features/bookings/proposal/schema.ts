import * as z from "zod/mini";
import { fromLocalInput } from "@/lib/format";
import { requestFields, startError } from "../request/schema";

/** Another time for a booking: the date and time of a request, without its other rules. */
export const newTimeSchema = z
  .object({
    ...requestFields,
    date: requestFields.date.check(z.minLength(1, "Choose a date")),
    time: requestFields.time.check(z.minLength(1, "Choose a time")),
  })
  .check((context) => {
    const { date, time } = context.value;
    if (!date || !time) return;
    const message = startError(new Date(fromLocalInput(`${date}T${time}`)));
    if (message) {
      context.issues.push({ code: "custom", message, path: ["date"], input: context.value });
    }
  });
