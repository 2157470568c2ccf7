import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Booking, statusName } from "../format";
import { StatusBadge, StatusStripe } from "./status-badge";

const STATUSES: Booking["status"][] = [
  "pending",
  "accepted",
  "in_progress",
  "completed",
  "rejected",
  "cancelled",
  "disputed",
];

test.each(STATUSES)("%s shows its name, on green if accepted, else on yellow", (status) => {
  render(<StatusBadge status={status} />);
  const ground = status === "accepted" ? "bg-leaf-soft" : "bg-spark-soft";
  expect(screen.getByText(statusName(status))).toHaveClass(ground);
});

test("every status has its own icon and colour", () => {
  const { container } = render(
    STATUSES.map((status) => (
      <p key={status}>
        <StatusBadge status={status} />
        <StatusStripe status={status} />
      </p>
    )),
  );
  const pictures = [...container.querySelectorAll("svg")].map((svg) => svg.innerHTML);
  expect(new Set(pictures).size).toBe(STATUSES.length);
  const stripes = [...container.querySelectorAll("p > span:last-child")].map((s) => s.className);
  expect(new Set(stripes).size).toBe(STATUSES.length);
});
