import { registerUser } from "../support/app/api-user";
import { expect, test } from "./support/walk";
import { signIn } from "./support/walk-account";

test("apart from cookies, a signed-in browser stores only settings @long", async ({ page, app }) => {
  const user = await registerUser(app, "stored@example.org");
  await page.goto("/sign-in");
  await signIn(page, user);
  await expect(page).toHaveURL(/\/accessibility$/);
  for (const path of ["/accessibility/account", "/service/team", "/service/settings"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  const { origins } = await page.context().storageState({ indexedDB: true });
  const stored = origins.flatMap(({ localStorage }) => localStorage);
  const others = stored.filter(
    ({ name }) => !["curbcut-theme", "curbcut-shortcuts", "nextauth.message"].includes(name),
  );
  expect(others).toEqual([]);
  for (const { value } of stored) expect(value).not.toMatch(/stored@example\.org|eyJ/);
  const rest = await page.evaluate(async () => ({
    session: Object.keys(sessionStorage),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  expect(rest).toEqual({ session: [], caches: [], databases: [] });
});

test("password fields hide the password, and accept pasted text and password managers @long", async ({ page }) => {
  for (const [path, label, autocomplete] of [
    ["/sign-in", "Password", "current-password"],
    ["/sign-up", "Password", "new-password"],
  ] as const) {
    await page.goto(path);
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute("type", "password");
    await expect(field).toHaveAttribute("autocomplete", autocomplete);
    const email = page.getByLabel("Email address");
    await expect(email).toHaveAttribute("autocomplete", /username|email/);
    await email.fill("pasted text");
    await email.press("ControlOrMeta+a");
    await email.press("ControlOrMeta+c");
    await field.press("ControlOrMeta+v");
    await expect(field).toHaveValue("pasted text");
  }
});
