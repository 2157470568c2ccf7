import { type APIRequestContext, expect } from "@playwright/test";
import type { Person } from "./people";

type Fields = Record<string, string | number | { name: string; mimeType: string; buffer: Buffer }>;

/** API client of one person, for set-up; each call returns the response's `data`. */
export interface Api {
  get: <Data = unknown>(path: string) => Promise<Data>;
  post: <Data = unknown>(path: string, body: object) => Promise<Data>;
  put: <Data = unknown>(path: string, body?: object) => Promise<Data>;
  form: <Data = unknown>(path: string, fields: Fields) => Promise<Data>;
}

type Login = Pick<Person, "email" | "password">;

/** Signs a registered person in through the API, and returns the access token. */
export async function token(
  request: APIRequestContext,
  { email, password }: Login,
): Promise<string> {
  const response = await request.post("/api/auth/login", { data: { email, password } });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return data.accessToken;
}

/** Signs a registered person in through the API, apart from any browser. */
export async function apiOf(request: APIRequestContext, login: Login): Promise<Api> {
  const headers = { Authorization: `Bearer ${await token(request, login)}` };
  const call = async (method: string, path: string, content: object) => {
    const response = await request.fetch(path, { method, headers, ...content });
    expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
    return ((await response.json()) as { data: never }).data;
  };
  return {
    get: (path) => call("GET", path, {}),
    post: (path, body) => call("POST", path, { data: body }),
    put: (path, body) => call("PUT", path, { data: body }),
    form: (path, fields) => call("POST", path, { multipart: fields }),
  };
}

/** Makes two people follow each other: strangers may send three messages only. */
export async function befriend(one: [Api, string], other: [Api, string]): Promise<void> {
  await one[0].post(`/api/follows/follow/${other[1]}`, {});
  await other[0].post(`/api/follows/follow/${one[1]}`, {});
}

export interface Offer {
  id: string;
  user_id: string;
}

/** Offers plumbing at `rate` pounds an hour. */
export function offer(api: Api, rate: string): Promise<Offer> {
  return api.form<Offer>("/api/skills", {
    skill_type: "Plumbing",
    experience_level: "expert",
    description: "Taps and sinks.",
    hourly_rate: rate,
  });
}

/** Returns the path of the offer's booking form. */
export function bookingPath({ id, user_id }: Offer): string {
  return `/book-service?user=${user_id}&skill=${id}`;
}

/** Requests a free offer at the time `at`; returns the booking's number. */
export async function requestBooking(
  api: Api,
  { id, user_id }: Offer,
  at: string,
): Promise<number> {
  const booking = await api.form<{ id: number }>("/api/bookings", {
    skills_id: id,
    booked_user_id: user_id,
    title: "Booking for Plumbing",
    description: "The kitchen tap drips.",
    booking_location: "14 Crown Street",
    booking_date: at,
    payment_method: "none",
  });
  return booking.id;
}
