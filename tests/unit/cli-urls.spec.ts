import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { readUrls } from "@/scripts/audit/read-urls";

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "urls-"));
});
test.afterAll(() => rm(folder, { recursive: true }));

const write = async (name: string, content: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

test("reads the URLs in a file, and derives the website from the first URL unless a website is given", async () => {
  const text = await write("list.txt", "# Shop\nhttps://shop.example/a?x=1\n/b\n");
  const groups = [{ name: "Shop", urls: ["https://shop.example/a?x=1", "https://shop.example/b"] }];
  expect(await readUrls(text, null)).toEqual({ url: "https://shop.example/", groups });
  expect(await readUrls(text, "https://shop.example/de")).toEqual({ url: "https://shop.example/de", groups });
  const csv = await write("list.csv", "url\nhttps://shop.example/a,b\n");
  expect((await readUrls(csv, null)).groups).toEqual([{ name: null, urls: ["https://shop.example/a"] }]);
});

test("rejects a file that can't be read or contains no URLs, and lists any lines with unusable URLs", async () => {
  const mixed = await write("mixed.txt", "https://shop.example/a\nhttps://elsewhere.example/\nshop.example/b");
  await expect(readUrls(mixed, null)).rejects.toThrow(
    /on https:\/\/shop\.example\/:\n {2}line 2: https:\/\/elsewhere\.example\/: This URL is on another website\.\n {2}line 3/,
  );
  await expect(readUrls(await write("empty.txt", "nothing"), null)).rejects.toThrow("contains no URLs");
  await expect(readUrls(join(folder, "missing.txt"), null)).rejects.toThrow("couldn't be read");
});
