import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import type { Schemas } from "@/lib/api";
import { createAppQueryClient } from "@/lib/api/query-client";
import { mockServer, success } from "@/test/app";
import { OfferCard } from "./offer-card";
import { ProfileHeader } from "./profile-header";
import { PublicSkills } from "./public-skills";
import { ReviewList } from "./review-list";

afterEach(() => vi.unstubAllGlobals());

const reviewer = { id: "bo", firstname: "Bo", lastname: "Lund" };
const review = {
  id: "1",
  rating: 5,
  comment: "",
  skill_type: "Plumbing",
  created_at: "2026-03-02T10:00:00Z",
  reviewer,
};

function show(children: ReactNode) {
  mockServer({
    "GET /api/site": () => success({ name: "Sparkyard", modules: ["bookings"], units: "km" }),
    "GET /api/reviews/user/olu": () => success([review]),
  });
  render(
    <QueryClientProvider client={createAppQueryClient()}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>,
  );
}

const skill = {
  id: "taps",
  skill_type: "Plumbing",
  experience_level: "expert",
  description: "Taps.",
  hourly_rate: 12,
  spark_token: 6,
} as Schemas["SkillBrief"];

const person = {
  id: "olu",
  firstname: "Olu",
  lastname: "Adeyemi",
  location: "Leeds",
  bio: "",
  website: "https://www.olu.example.org/",
  verified: true,
  checks: ["DBS check", "References"],
  bookable: true,
  is_self: false,
  is_following: false,
  total_followers: 0,
  total_following: 0,
  review_count: 0,
  skills: [skill],
  member_since: "2026-03-02T10:00:00Z",
} as Schemas["PublicProfile"];

test("only verified people have a mark on their card", () => {
  const card = { id: "olu", name: "Olu Adeyemi", review_count: 0, location: "Leeds" };
  show(
    <>
      <OfferCard person={{ ...card, verified: true }} skill={skill} />
      <OfferCard person={{ ...card, verified: false }} skill={skill} />
    </>,
  );
  const [proven, other] = screen.getAllByRole("article");
  expect(within(proven as HTMLElement).getByText("Verified")).toBeInTheDocument();
  expect(within(other as HTMLElement).queryByText("Verified")).toBeNull();
});

test("a profile shows the verification and the checks, and links to their website", () => {
  show(<ProfileHeader person={person} />);
  expect(screen.getByText("Verified")).toBeVisible();
  const checks = screen.getByRole("list", { name: "Checked by the hosts" });
  expect(checks).toHaveTextContent(/^DBS checkReferences$/);
  const site = screen.getByRole("link", { name: "olu.example.org" });
  expect(site).toHaveAttribute("href", "https://www.olu.example.org/");
  expect(site).toHaveAttribute("rel", expect.stringContaining("nofollow"));
});

test("a hidden person cannot be booked", async () => {
  show(<PublicSkills person={{ ...person, bookable: false }} />);
  expect(screen.getByText("Takes no bookings at present")).toBeVisible();
  expect(screen.queryByRole("link", { name: /^Book/ })).toBeNull();
});

test("a person who takes bookings can be booked", async () => {
  show(<PublicSkills person={person} />);
  expect(await screen.findByRole("link", { name: /^Book/ })).toBeVisible();
  expect(screen.queryByText("Takes no bookings at present")).toBeNull();
});

test("a review's author links to their profile", async () => {
  show(<ReviewList personId="olu" firstname="Olu" />);
  const name = await screen.findByRole("link", { name: "Bo Lund" });
  expect(name).toHaveAttribute("href", "/user-profile/bo");
});
