import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { expect, test } from "@playwright/test";
import { readEmails, registerUser } from "../support/app/api-user";
import { afterScannerKill } from "../support/app/app-log";
import { startApp } from "../support/app/running-app";
import { serveSite, soundPage } from "../support/scanner/serve-site";

const offspringOf = (pid: number): number[] => {
  const { stdout } = spawnSync("pgrep", ["-P", String(pid)], { encoding: "utf8" });
  const children = stdout.split("\n").filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...offspringOf(child)]);
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const isLighthouse = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("lighthouse-worker");
  } catch {
    return false;
  }
};

test("kill -9 of the scanner during Lighthouse: Lighthouse runs again, and nothing is duplicated or left behind", async () => {
  test.slow();
  // Lighthouse's requests get no response until the scanner has been killed.
  let runsLighthouse = () => false;
  let wasKilled = false;
  let held = 0;
  const respond = (response: ServerResponse): void => {
    if (wasKilled || !runsLighthouse())
      response.writeHead(200, { "content-type": "text/html" }).end(soundPage("<p>Text.</p>"));
    else held += 1;
  };
  const site = await serveSite(() => ({
    "/": (_, response) => respond(response),
    "/favicon.ico": (_, response) => response.writeHead(204).end(),
    "/robots.txt": (_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *"),
  }));
  const app = await startApp({ env: { SCAN_PRIVATE_HOSTS: "127.0.0.1" }, scans: true, mayLog: afterScannerKill });
  try {
    runsLighthouse = () => offspringOf(app.pids().scanner ?? 0).some(isLighthouse);
    const user = await registerUser(app, "lighthouse@example.org");
    const options = { lighthouse: true, max_pages: 1 };
    const { data: audit } = await user.call("POST", "/api/website-audit/", { url: site.origin, options });
    const read = async () => (await user.call("GET", `/api/website-audit/${audit.id}/`)).data;
    await expect.poll(() => held).toBe(1);
    await expect.poll(async () => (await read()).pages_done).toBe(1);
    const scanner = app.pids().scanner ?? 0;
    const family = offspringOf(scanner);
    expect(family.length).toBeGreaterThan(1);
    wasKilled = true;
    process.kill(scanner, "SIGKILL");
    await expect.poll(async () => (await read()).status).toBe("completed");
    const { data } = await user.call("GET", `/api/results/?audit_id=${audit.id}`);
    expect(data).toMatchObject({
      audit: { pages_done: 1, pages_failed: 0 },
      lighthouse: { lighthouse_version: "13.5.0" },
    });
    expect(held).toBe(1);
    await expect.poll(() => family.filter(isAlive)).toEqual([]);
    const listEmails = async () => (await readEmails(app)).filter(({ text }) => text.includes(audit.id));
    await expect.poll(async () => (await listEmails()).length).toBe(1);
  } finally {
    await app.stop();
    await site.close();
  }
});
