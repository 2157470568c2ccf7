import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { afterEach, expect, test, vi } from "vitest";
import { createAppQueryClient } from "@/lib/api/query-client";
import { storeTokens } from "@/lib/session";
import { failure, mockServer, success } from "@/test/app";
import { fakeToken } from "@/test/jwt";
import { AddressField } from "./address-field";
import { locate } from "./locate";
import { emptyRequest, type RequestValues } from "./schema";

afterEach(() => vi.unstubAllGlobals());

const home = {
  street: "4 Mill Lane",
  location: "Leeds",
  zip_code: "LS1 4DY",
  lat: 53.8,
  lon: -1.5,
};
let values = emptyRequest;

function Form() {
  const form = useForm<RequestValues>({ defaultValues: emptyRequest });
  values = form.watch();
  return <AddressField form={form} />;
}

function open(profile: object) {
  storeTokens({ accessToken: fakeToken({ id: "ana", expiresIn: 900 }), refreshToken: "r" });
  mockServer({
    "GET /api/users/profile/ana": () => success(profile),
    "GET /api/places/search": () => success([]),
  });
  render(
    <QueryClientProvider client={createAppQueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test("a stored address is filled in, and can be restored", async () => {
  const user = open(home);
  const street = await screen.findByDisplayValue("4 Mill Lane");
  expect(values).toMatchObject({ zip_code: "LS1 4DY", point: { lat: 53.8, lon: -1.5 } });
  expect(screen.queryByRole("checkbox")).toBeNull();
  await user.clear(street);
  await user.type(street, "14 Crown Street");
  expect(values).toMatchObject({ street: "14 Crown Street", point: null });
  await user.click(screen.getByRole("button", { name: "Use my address" }));
  expect(values).toMatchObject({ street: "4 Mill Lane", point: { lat: 53.8, lon: -1.5 } });
});

test("a member with only a town is asked for the rest", async () => {
  const user = open({ ...home, street: "", zip_code: "" });
  expect(await screen.findByDisplayValue("Leeds")).toBeVisible();
  expect(values).toMatchObject({ street: "", point: null, saveAddress: false });
  await user.click(screen.getByLabelText("Save this as my address"));
  expect(values.saveAddress).toBe(true);
});

test("a typed address has coordinates only if known beyond its town", async () => {
  const place = { label: "", city: "Leeds", lat: 53.8, lon: -1.5 };
  mockServer({ "GET /api/places/geocode": () => success({ ...place, zip_code: "LS1 4DY" }) });
  expect(await locate(home)).toEqual({ lat: 53.8, lon: -1.5 });
  mockServer({ "GET /api/places/geocode": () => success(place) });
  expect(await locate(home)).toBeNull();
  mockServer({ "GET /api/places/geocode": () => failure(404, "places.not_found") });
  expect(await locate(home)).toBeNull();
});
