import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname } from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "@/scripts/support/root";
import { emptyFolder } from "../support/app/data-folder";
import { freePort } from "../support/free-port";

/** npm's warnings about the settings of the machine that runs the tests. */
const ofTheMachine = /^npm warn (?:Unknown (?:user|global|env) config|config) .*\n/gm;

test("npm start serves both ports, prints no warning, and exits on SIGTERM @long", async () => {
  const [port, reportPort] = [await freePort(), await freePort()];
  const app = spawn("npm", ["start"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
      DATA_DIR: emptyFolder(),
      HOST: "127.0.0.1",
      PORT: String(port),
      REPORT_PORT: String(reportPort),
      LOG_LEVEL: "warn",
      REPORT_WARM_UP_SECONDS: "0",
    },
  });
  let text = "";
  for (const stream of [app.stdout, app.stderr]) stream.on("data", (chunk) => (text += chunk));
  try {
    // Doesn't use /api/ready, because that endpoint logs the parts that aren't ready yet.
    const statuses = () =>
      Promise.all(
        [port, reportPort].map((each) =>
          fetch(`http://127.0.0.1:${each}/api/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        ),
      );
    await expect.poll(statuses).toEqual([200, 200]);
    await expect.poll(() => text).toContain("Curbcut is running");
    expect((await fetch(`http://127.0.0.1:${port}/service/audit-log`)).status).toBe(200);
    expect(text.replaceAll(ofTheMachine, "")).not.toMatch(/warn|deprecat|experimental|"level":"(?:error|fatal)"/i);
  } finally {
    app.kill("SIGTERM");
  }
  await once(app, "exit");
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      () => true,
      () => false,
    );
  await expect.poll(isOpen).toBe(false);
});
