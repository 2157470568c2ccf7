import { administrator } from "./support/admin";
import { apiOf } from "./support/api";
import { check } from "./support/axe";
import { signedIn } from "./support/bookings";
import { enterCredentials, logIn, mailed, newPerson, register } from "./support/people";
import { expect, test } from "./support/test";

const PHONE = { width: 360, height: 740 };

test("a suspended member appeals from the sign-in, and another admin opens the account", async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const [bo, eve] = [newPerson("Bo", `Appealing${Date.now()}`), newPerson("Eve", "Reviewing")];
  for (const person of [bo, eve]) await register(request, person);
  const admin = await apiOf(request, administrator());
  const idOf = async ({ email }: typeof bo) => {
    const path = `/api/admin/members?q=${encodeURIComponent(email)}`;
    return (await admin.get<{ id: string }[]>(path))[0]?.id;
  };
  await admin.put(`/api/admin/members/${await idOf(eve)}/role`, { role: "admin" });
  await admin.put(`/api/admin/members/${await idOf(bo)}/suspend`, {
    reason: "Sells what is not theirs.",
  });
  expect(await mailed(request, bo.email, /\/appeal\/\S+/)).toContain("/appeal/");

  await page.setViewportSize(PHONE);
  await page.goto("/login");
  await enterCredentials(page, bo);
  await page.getByRole("link", { name: "Read why, and appeal" }).click();
  await expect(page.getByRole("heading", { name: "Your account was suspended" })).toBeVisible();
  await expect(page.getByText("Sells what is not theirs.")).toBeVisible();
  await check(page);
  await page.getByLabel("Why should we look at it again?").fill("It was my grandmother's.");
  await page.getByRole("button", { name: "Send appeal" }).dblclick();
  await expect(page.getByText(/We have your appeal/)).toBeVisible();

  // Whoever decided leaves it to others.
  const name = `${bo.firstname} ${bo.lastname}`;
  const other = await signedIn(browser, eve);
  await other.goto("/admin/appeals");
  const card = other.getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText("It was my grandmother's.");
  await card.getByRole("button", { name: /^Take it/ }).click();
  await expect(card).toContainText("You are taking care of this");
  await check(other);
  await card.getByRole("button", { name: /^Decide/ }).click();
  await card.getByRole("radio", { name: /Reverse the decision/ }).check();
  await card.getByRole("button", { name: /^Use a reply/ }).click();
  await card.getByRole("button", { name: /Looked at it again/ }).click();
  await expect(card.getByLabel("Reason")).not.toHaveValue("");
  await check(other);
  await card.getByRole("button", { name: "Reverse it" }).click();
  await expect(other.getByText(`${name} has been told`)).toBeVisible();
  await other.goto("/admin/replies");
  await expect(other.getByRole("heading", { name: "Appeals", level: 3 })).toBeVisible();
  await check(other);

  await mailed(request, bo.email, /Your appeal succeeded/, "subject");
  await page.reload();
  await expect(page.getByText(/Your appeal succeeded/)).toBeVisible();
  await logIn(page, bo, "/settings/decisions");
  await expect(page.getByText("It was my grandmother's.")).toBeVisible();
  await check(page);
});
