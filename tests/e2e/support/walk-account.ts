import type { Page } from "@playwright/test";
import { type ApiUser, readEmails } from "../../support/app/api-user";
import type { RunningApp } from "../../support/app/running-app";
import { expect } from "./walk";

/** Waits until this email address has received an email that contains a match for `form`. Returns the first match. */
export const findInEmail = async (app: RunningApp, to: string, form: RegExp): Promise<string> => {
  const find = async () =>
    (await readEmails(app).catch(() => [])).flatMap((message) =>
      message.to === to ? (form.exec(message.text)?.[0] ?? []) : [],
    )[0];
  await expect.poll(find).toBeTruthy();
  return (await find()) ?? "";
};

/** Fills in and submits the sign-in form. */
export const signIn = async (page: Page, { email, password }: Pick<ApiUser, "email" | "password">) => {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
