import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Schemas } from "@/lib/api";
import { RequestTerms } from "./request-terms";
import { emptyRequest } from "./schema";

const skill = { creator_name: "Olu Adeyemi", skill_type: "Plumbing" } as Schemas["Skill"];
const quote: Schemas["Quote"] = {
  price: 24,
  spark_token: 12,
  hours: 2,
  cancellation_policy: "moderate",
  answer_until: "2099-03-08T18:00:00Z",
  card_answer_until: "2099-03-07T18:00:00Z",
  full_refund_until: "2099-03-08T10:30:00Z",
};
const values = {
  ...emptyRequest,
  street: "14 Crown Street",
  location: "Leeds",
  zip_code: "ls2 7dg",
  date: "2099-03-09",
  time: "10:30",
};

test("the terms name person, time, place, deadline and cancellation", () => {
  render(<RequestTerms quote={quote} skill={skill} values={values} byCard={false} />);
  const definitions = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(definitions).toEqual([
    "Olu Adeyemi, Plumbing",
    "Mon 9 Mar 2099, 10:30, for 2 hours",
    "14 Crown Street, Leeds, LS2 7DG",
    "Olu has until Sun 8 Mar 2099, 18:00. If they don't answer, you get everything back.",
    "You can cancel until Sun 8 Mar 2099, 10:30 and get everything back. Later, once your request is accepted, you get half back.",
  ]);
});

test("a request by card has the deadline of its authorisation", () => {
  render(<RequestTerms quote={quote} skill={skill} values={values} byCard />);
  expect(screen.getAllByRole("definition")[3]).toHaveTextContent(
    "Olu has until Sat 7 Mar 2099, 18:00. If they don't answer, nothing is taken.",
  );
});
