import { expect, test } from "@playwright/test";
import { SIGNATURE_HEADER, signScannerBody } from "@/server/scanner/contract";
import { registerUser } from "../support/app/api-user";
import { startApp } from "../support/app/running-app";
import { type SilentScanner, startSilentScanner } from "../support/scanner/silent-scanner";
import { pageOf } from "../support/scans";

const secret = "shared by app and scanner";

/** Delivers the only page of an audit, acting as the scanner that was asked to scan it. */
const finish = async ({ requests }: SilentScanner, auditId: string): Promise<void> => {
  const scan = requests.findLast(({ audit_id }) => audit_id === auditId);
  const body = JSON.stringify({
    audit_id: auditId,
    sequence: scan?.options.first_sequence ?? 1,
    event: "audit.completed",
    pages_total: 1,
    pages: [pageOf(scan?.website_url ?? "")],
  });
  const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signScannerBody(secret, body) };
  const reply = await fetch(scan?.callback_url ?? "", { method: "POST", headers, body });
  expect(reply.status).toBe(200);
};

const auditsOf = ({ requests }: SilentScanner): string[] => [...new Set(requests.map(({ audit_id }) => audit_id))];

test("the queue survives kill -9: positions stay the same, and the next audit starts when one ends [#87]", async () => {
  const scanner = await startSilentScanner();
  const app = await startApp({ env: { SCANNER_URL: scanner.url, SCANNER_SECRET: secret } });
  try {
    const user = await registerUser(app, "queue@example.org");
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const { status, data } = await user.call("POST", "/api/website-audit/", {
        url: `https://queue-${index}.example/`,
      });
      expect(status).toBe(201);
      ids.push(data.id);
    }
    const places = async () =>
      Promise.all(ids.map(async (id) => (await user.call("GET", `/api/website-audit/${id}/`)).data.queue_position));
    await expect.poll(() => auditsOf(scanner)).toEqual(ids.slice(0, 2));
    expect(await places()).toEqual([null, null, 1, 2, 3]);

    await app.kill();
    await app.restart();
    expect(await places()).toEqual([null, null, 1, 2, 3]);
    expect(auditsOf(scanner), "nobody jumped the queue").toEqual(ids.slice(0, 2));

    const ended = performance.now();
    await finish(scanner, ids[1] ?? "");
    await expect.poll(() => auditsOf(scanner), { intervals: [10] }).toEqual(ids.slice(0, 3));
    console.log(`the next scan was requested ${Math.round(performance.now() - ended)} ms after one ended`);

    // The app is killed between the end of one scan and the start of the next.
    await finish(scanner, ids[0] ?? "");
    await app.kill();
    await app.restart();
    await expect.poll(() => auditsOf(scanner)).toEqual(ids.slice(0, 4));
    expect(await places()).toEqual([null, null, null, null, 1]);
  } finally {
    await app.stop();
    scanner.close();
  }
});
