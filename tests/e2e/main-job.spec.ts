import { readFileSync } from "node:fs";
import { readMails } from "../support/app/api-user";
import { expect, tabTo, test } from "./support/walk";

const email = "keyboard@example.org";
const password = "a kerb that comes down to the street";

test("the main job by keyboard alone: sign up, scan, understand, take the report along", async ({
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

  await test.step("from the landing page to an account", async () => {
    await page.goto("/");
    await type("Website address", shop.url);
    await page.keyboard.press("Enter");
    await expect(heading("Create an account")).toBeFocused();
    await type("Your name", "Ada");
    await type("E-mail address", email);
    await type("Password", password);
    await press("Create the account");
    await expect(heading("Confirm your e-mail address")).toBeFocused();
  });

  await test.step("the code from the mail ends signed in, with the address carried along", async () => {
    const readCode = async () =>
      /\b(\d{6})\b/.exec((await readMails(app)).find(({ to }) => to === email)?.text ?? "")?.[1];
    await expect.poll(readCode).toBeTruthy();
    await type("Code", (await readCode()) ?? "");
    await page.keyboard.press("Enter");
    await expect(heading("Scan a website")).toBeVisible();
    await expect(page.getByLabel("Website address")).toHaveValue(shop.url);
  });

  await test.step("the scan, watched to its end", async () => {
    await type("Pages to scan at most", "4");
    await press("Start the scan");
    await expect(heading(/^Scanning /)).toBeFocused();
    await expect(page.getByRole("progressbar", { name: "Progress of the scan" })).toBeVisible();
    await expect(heading("Overview")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("The scan is complete.")).toBeAttached();
  });

  await test.step("from the overview to the code of one element", async () => {
    await expect(page.getByText("a person has to look", { exact: false })).toBeVisible();
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

  await test.step("the report, as a file and by mail", async () => {
    await press("Overview", "link");
    await expect(heading("Overview")).toBeFocused();
    const download = page.waitForEvent("download");
    await press("Download the report");
    const file = await (await download).path();
    expect(readFileSync(file).subarray(0, 5).toString()).toBe("%PDF-");

    await press("Mail the report");
    await expect(page.getByRole("dialog").getByLabel("E-mail address")).toHaveValue(email);
    await press("Send");
    await expect(page.getByText(`The report is on its way to ${email}.`).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Mail the report" })).toBeFocused();
    await expect
      .poll(
        async () => (await readMails(app)).filter(({ to, subject }) => to === email && /report/i.test(subject)).length,
      )
      .toBe(1);
  });
});
