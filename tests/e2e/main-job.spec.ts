import { readFileSync } from "node:fs";
import { readEmails } from "../support/app/api-user";
import { expect, tabTo, test } from "./support/walk";

const email = "keyboard@example.org";
const password = "a kerb that comes down to the street";

test("a new user signs up, scans a website, reads the results and downloads the report by keyboard alone", async ({
  app,
  shop,
  page,
}) => {
  const press = async (name: string, role: "button" | "link" = "button") => {
    await tabTo(page, page.getByRole(role, { name }).first());
    await page.keyboard.press("Enter");
  };
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(new RegExp(`^${label}`)));
    await page.keyboard.type(text);
  };
  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name });

  await test.step("the user enters a URL on the landing page and creates an account", async () => {
    await page.goto("/");
    await type("Website URL", shop.url);
    await page.keyboard.press("Enter");
    await expect(heading("Create an account")).toBeFocused();
    await type("Your name", "Ada");
    await type("Email address", email);
    await type("Password", password);
    await press("Create account");
    await expect(heading("Confirm your email address")).toBeFocused();
  });

  await test.step("entering the code from the email signs the user in and keeps the URL to scan", async () => {
    const readCode = async () =>
      /\b(\d{6})\b/.exec((await readEmails(app)).find(({ to }) => to === email)?.text ?? "")?.[1];
    await expect.poll(readCode).toBeTruthy();
    await type("Code", (await readCode()) ?? "");
    await page.keyboard.press("Enter");
    await expect(heading("New audit")).toBeVisible();
    await expect(page.getByLabel("Website URL")).toHaveValue(shop.url);
  });

  await test.step("the scan completes", async () => {
    await type("Maximum pages", "4");
    await press("Start audit");
    await expect(heading(/^Scanning /)).toBeFocused();
    await expect(page.getByRole("progressbar", { name: "Audit progress" })).toBeVisible();
    await expect(heading("Overview")).toBeVisible();
    await expect(page.getByText("Audit completed.")).toBeAttached();
  });

  await test.step("the overview leads to the code of one element", async () => {
    await expect(page.getByText("A person needs to check the parts", { exact: false })).toBeVisible();
    await press("What to fix", "link");
    await expect(heading("What to fix")).toBeFocused();
    const first = page.getByRole("rowheader").first().getByRole("link");
    const sentence = (await first.textContent()) ?? "";
    await tabTo(page, first);
    await page.keyboard.press("Enter");
    await expect(heading(sentence)).toBeFocused();
    const finding = page.getByRole("heading", { level: 3, name: "Finding 1" });
    await expect(finding).toBeVisible();
    await page.keyboard.press("j");
    await expect(finding).toBeFocused();
    await expect(page.getByRole("figure").first().locator("mark").first()).toBeVisible();
  });

  await test.step("the report is downloaded and emailed", async () => {
    await press("Overview", "link");
    await expect(heading("Overview")).toBeFocused();
    const download = page.waitForEvent("download");
    await press("Download report");
    const file = await (await download).path();
    expect(readFileSync(file).subarray(0, 5).toString()).toBe("%PDF-");

    await press("Email report");
    await expect(page.getByRole("dialog").getByLabel("Email address")).toHaveValue(email);
    await press("Send report");
    await expect(page.getByText(`We're sending the report to ${email}.`).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Email report" })).toBeFocused();
    await expect
      .poll(
        async () => (await readEmails(app)).filter(({ to, subject }) => to === email && /report/i.test(subject)).length,
      )
      .toBe(1);
  });
});
