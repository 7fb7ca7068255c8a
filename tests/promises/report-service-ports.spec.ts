import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { anyAddress } from "../support/app/report-caller";
import { embeddedWorld, outsideWorld, type SeenEmail, type World } from "../support/app/report-worlds";
import { typicalReport } from "../support/report/typical-report";

test.describe.configure({ mode: "serial" });

// biome-ignore lint/suspicious/noExplicitAny: tests check the values that they read.
type Answer = { status: number; headers: Headers; body: any };

const website = "https://customer.example/";
const newAddress = (): string => `${randomUUID()}@example.org`;

const promises = (name: string, startWorld: () => Promise<World>): void =>
  test.describe(name, () => {
    let world: World;
    test.beforeAll(async () => {
      world = await startWorld();
    });
    test.afterAll(() => world?.stop());

    const call = async (
      method: string,
      path: string,
      { body, headers = {}, at = world.app.reportUrl }: { body?: unknown; headers?: object; at?: string } = {},
    ): Promise<Answer> => {
      const reply = await fetch(at + path, {
        method,
        redirect: "manual",
        headers: { "x-forwarded-for": anyAddress(), "content-type": "application/json", ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      return { status: reply.status, headers: reply.headers, body: text.startsWith("{") ? JSON.parse(text) : text };
    };
    const post = (path: string, body: unknown, headers?: object) =>
      call("POST", path, { body, headers: headers ?? {} });
    const withKey = (): object => ({ authorization: `Bearer ${world.apiKey}` });

    const listEmailsTo = async (address: string): Promise<SeenEmail[]> =>
      (await world.emails()).filter(({ to }) => to === address);
    /** Waits for the only email to this email address. */
    const waitForEmail = async (address: string): Promise<SeenEmail> => {
      await expect.poll(async () => (await listEmailsTo(address)).length).toBe(1);
      return (await listEmailsTo(address))[0] as SeenEmail;
    };
    const chatsAbout = async (address: string) =>
      (await world.chats()).filter((message) => JSON.stringify(message).includes(address));

    const report = (given: object = {}) => ({
      ...{ id: `report-${randomUUID()}`, variant: "report", email: newAddress(), url: website },
      data: typicalReport(),
      ...given,
    });
    const made = async (given: object = {}): Promise<{ id: string; email: string }> => {
      const body = report(given);
      const { data } = (await post("/api/v1/report", body)).body;
      const state = async () => (await call("GET", `/api/v1/report/${data.jobId}`)).body.data.status;
      await expect.poll(state).toBe("emailed");
      return { id: data.auditId, email: body.email };
    };

    test("accepts a report at once, renders it in a job, stores it under its id and emails it to the recipient [#1] [#2] [#3] [#4] [#5] [#19] [#20] [#39]", async () => {
      const audit_id = `audit-${randomUUID()}`;
      const given = report({ id: "loses", audit_id });
      const reply = await post("/api/v1/report", given);
      expect(reply.status).toBe(202);
      expect(reply.body.data).toMatchObject({ auditId: audit_id, status: "queued" });
      expect(await world.store.head(audit_id)).toBeNull();
      const early = await call("GET", `/api/v1/scan/report/download/${audit_id}`);
      expect(early.status).toBe(404);
      expect(Number(early.headers.get("retry-after"))).toBeGreaterThan(0);

      const message = await waitForEmail(given.email);
      const pdf = await world.store.read(audit_id);
      expect(pdf?.contentType).toBe("application/pdf");
      expect(pdf?.body.subarray(0, 5).toString()).toBe("%PDF-");
      expect(await world.store.head("loses")).toBeNull();
      expect(message.attachments).toHaveLength(1);
      expect(message.attachments[0]?.fileName).toBe("accessibility-report-customer.example.pdf");
      expect(message.attachments[0]?.bytes.equals(pdf?.body ?? Buffer.alloc(0))).toBe(true);
      for (const part of [message.html, message.text]) {
        expect(part).toContain("customer.example");
        expect(part).toContain(`${world.app.reportUrl}/api/v1/scan/report/download/${audit_id}`);
        expect(part).not.toContain("loses");
      }
      const state = async () => (await call("GET", new URL(reply.body.data.statusUrl).pathname)).body.data;
      await expect.poll(state).toEqual({ status: "emailed" });
      expect(await listEmailsTo(given.email)).toHaveLength(1);
    });

    test("once the report is stored, sends one lead email to the agency, and posts to the channel the same message that chat/test posts [#10] [#11] [#12] [#21] [#48] @long", async () => {
      const agencyEmail = newAddress();
      const given = report({ agencyEmail });
      const reply = await post("/api/v1/report", given);
      expect(reply.status).toBe(202);
      expect(await world.store.head(given.id)).toBeNull();
      expect(await listEmailsTo(agencyEmail)).toEqual([]);
      expect(await chatsAbout(given.email)).toEqual([]);

      const lead = await waitForEmail(agencyEmail);
      expect(await world.store.head(given.id)).not.toBeNull();
      expect(lead.text).toContain(given.email);
      expect(lead.text).toContain("customer.example");
      await waitForEmail(given.email);
      await expect.poll(async () => (await chatsAbout(given.email)).length).toBe(1);
      const [notification] = await chatsAbout(given.email);
      expect(JSON.stringify(notification)).toContain(`/api/v1/scan/report/download/${given.id}`);

      const reportUrl = reply.body.data.downloadUrl;
      const email = given.email;
      expect((await post("/api/v1/chat/test", { url: website, email, reportUrl })).status).toBe(200);
      await expect.poll(async () => (await chatsAbout(email)).length).toBe(2);
      const [internal, tested] = (await chatsAbout(email)).map(({ text, blocks }) => withoutIds({ text, blocks }));
      expect(tested).toEqual(internal);
      expect(await listEmailsTo(agencyEmail)).toHaveLength(1);
    });

    test("sends one email, based on the chosen template, from MAIL_FROM_ADDRESS or the given sender [#26] [#27] [#28] [#29] [#30] [#31] [#42] [#56] @long", async () => {
      const given = { to: newAddress(), subject: "Good morning", template: "welcome", data: { name: "Ada Lovelace" } };
      const reply = await post("/api/v1/email", given, withKey());
      expect(reply.status).toBe(202);
      expect(reply.body.data).toMatchObject({ template: "welcome", status: "queued" });
      const message = await waitForEmail(given.to);
      expect(message).toMatchObject({
        subject: "Good morning",
        from: expect.stringContaining("reports@sender.example"),
      });
      for (const part of [message.html, message.text]) expect(part).toContain("Ada Lovelace");
      const state = async () =>
        (await call("GET", `/api/v1/email/${reply.body.data.messageId}`, { headers: withKey() })).body.data.status;
      await expect.poll(state).toBe("sent");

      const from = "Grace <grace@sender.example>";
      const other = { ...given, to: newAddress(), from };
      expect((await post("/api/v1/email", other, withKey())).status).toBe(202);
      expect((await waitForEmail(other.to)).from).toContain("grace@sender.example");
      expect(await listEmailsTo(given.to)).toHaveLength(1);

      for (const field of ["to", "subject", "template", "data"]) {
        const wrong = await post("/api/v1/email", { ...given, [field]: undefined }, withKey());
        expect(wrong.status).toBe(400);
        expect(wrong.body.error.details[0].path).toBe(field);
      }
      const missing = await post("/api/v1/email", { ...given, data: {} }, withKey());
      expect(missing.body.error.details[0].path).toBe("data.name");
    });

    test("the accessibility app's endpoint sends the same emails, always in that app's branding [#43] [#44] @long", async () => {
      const given = { subject: "Good morning", template: "welcome", data: { name: "Ada", app: "service" } };
      const path = "/api/v1/apps/accessibility/emails";
      const [plain, branded] = [newAddress(), newAddress()];
      const first = await post("/api/v1/email", { ...given, to: plain }, withKey());
      const second = await post(path, { ...given, to: branded }, withKey());
      expect(second.status).toBe(first.status);
      expect(Object.keys(second.body.data)).toEqual(Object.keys(first.body.data));
      const byCaller = { ...given, data: { ...given.data, app: "accessibility" }, to: newAddress() };
      await post("/api/v1/email", byCaller, withKey());
      const [service, accessibility, requested] = [
        await waitForEmail(plain),
        await waitForEmail(branded),
        await waitForEmail(byCaller.to),
      ];
      expect(accessibility.html).not.toBe(service.html);
      expect(accessibility.html).toBe(requested.html);
    });

    test("creates a new promotion code for each call, then emails it, and sends no email without a code [#8] [#9] [#32] [#33] [#34] [#45] [#46] [#57]", async () => {
      const given = { email: newAddress(), name: "Grace", company: "Hopper & Daughters" };
      for (const field of ["email", "name", "company"])
        expect((await post("/api/v1/embed", { ...given, [field]: undefined }, withKey())).status).toBe(400);
      const { stripe } = world;
      if (!stripe) {
        const reply = await post("/api/v1/embed", given, withKey());
        expect([reply.status, reply.body.error.code]).toEqual([503, "not_configured"]);
        expect(reply.body.error.message).toContain("STRIPE_SECRET_KEY");
        expect(await listEmailsTo(given.email)).toEqual([]);
        return;
      }
      const reply = await post("/api/v1/embed", given, withKey());
      expect(reply.status).toBe(201);
      const { code, promotionCodeId } = reply.body.data;
      expect(stripe.objects.promotionCodes.get(promotionCodeId)).toMatchObject({ code, max_redemptions: 1 });
      const message = await waitForEmail(given.email);
      for (const text of [code, "Grace", "Hopper & Daughters"]) expect(message.text).toContain(text);
      const next = { ...given, email: newAddress() };
      expect((await post("/api/v1/embed", next, withKey())).body.data.code).not.toBe(code);

      stripe.plannedErrors.push({ kind: "refuse", status: 402 });
      const refused = { ...given, email: newAddress() };
      expect((await post("/api/v1/embed", refused, withKey())).status).toBe(502);
      await waitForEmail(next.email);
      expect(await listEmailsTo(refused.email)).toEqual([]);
    });

    test("chat/test sends one message that names the website, has a button only if there is a report, and shows the text as given [#35] [#36] [#37] [#38] [#47] [#58]", async () => {
      const given = { url: website, email: newAddress() };
      for (const field of ["url", "email"])
        expect((await post("/api/v1/chat/test", { ...given, [field]: undefined })).status).toBe(400);
      const reply = await post("/api/v1/chat/test", given);
      expect([reply.status, reply.body.data]).toEqual([200, { delivered: true }]);
      await expect.poll(async () => (await chatsAbout(given.email)).length).toBe(1);
      const plain = JSON.stringify((await chatsAbout(given.email))[0]);
      expect(plain).toContain(website);
      expect(plain).not.toContain("View Report");

      const full = { ...given, email: newAddress(), reportUrl: `${website}report`, message: "Call <them> & soon" };
      expect((await post("/api/v1/chat/test", full)).status).toBe(200);
      await expect.poll(async () => (await chatsAbout(full.email)).length).toBe(1);
      const message = JSON.stringify((await chatsAbout(full.email))[0]);
      for (const text of ["View Report", full.reportUrl]) expect(message).toContain(text);
      expect(message).toMatch(/Call (?:<them> & soon|&lt;them&gt; &amp; soon)/);
    });

    test("three endpoints are public; the other three return 401 without a key and 403 for a wrong one [#50] [#51] [#52] [#53] [#54] [#55]", async () => {
      const guarded = ["/api/v1/email", "/api/v1/apps/accessibility/emails", "/api/v1/embed"];
      const answer = async (path: string, authorization?: string) => {
        const { status, body } = await post(path, {}, authorization === undefined ? {} : { authorization });
        return `${status} ${body.error.code}`;
      };
      for (const path of guarded) {
        for (const none of [undefined, "Basic QTpC", world.apiKey])
          expect(await answer(path, none)).toBe("401 not_authenticated");
        for (const wrong of ["wrong", `${world.apiKey}x`, world.apiKey.slice(0, -1)])
          expect(await answer(path, `Bearer ${wrong}`)).toBe("403 forbidden");
        expect(await answer(path, `Bearer ${world.apiKey}`)).toBe("400 invalid_input");
      }
      for (const path of ["/api/v1/report", "/api/v1/chat/test"]) expect(await answer(path)).toBe("400 invalid_input");
      expect((await call("GET", "/api/v1/scan/report/download/unknown")).status).toBe(404);
    });

    test("every error has the same envelope, and every path contains v1, on both ports [#1] [#59] [#60]", async () => {
      const { url, reportUrl } = world.app;
      const wrong = [
        ["POST", "/api/v1/report", 400],
        ["GET", "/api/v1/report", 405],
        ["GET", "/api/v1/scan/report/download/unknown", 404],
        ["POST", "/api/v1/email", 401],
        ["POST", "/api/v1/apps/accessibility/emails", 401],
        ["POST", "/api/v1/embed", 401],
        ["POST", "/api/v1/chat/test", 400],
        ["POST", "/api/report-it", 404],
      ] as const;
      for (const at of [url, reportUrl])
        for (const [method, path, status] of wrong) {
          const reply = await call(method, path, { at, ...(method === "POST" ? { body: {} } : {}) });
          expect(`${method} ${path} ${reply.status}`).toBe(`${method} ${path} ${status}`);
          expect(reply.body).toEqual({
            success: false,
            data: null,
            error: { code: expect.any(String), message: expect.any(String), details: reply.body.error.details },
            meta: { request_id: reply.headers.get("x-request-id") },
          });
        }
    });

    test("calls over the limit are rejected with the error envelope and the time to wait @long", async () => {
      const email = newAddress();
      const from = { "x-forwarded-for": anyAddress() };
      const replies: Answer[] = [];
      for (let count = 0; count < 6; count += 1) replies.push(await post("/api/v1/report", report({ email }), from));
      expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429]);
      const refused = replies.at(-1) as Answer;
      expect(refused.body.error).toMatchObject({ code: "rate_limited", details: { limit: 5, window_seconds: 3_600 } });
      expect(Number(refused.headers.get("retry-after"))).toBe(refused.body.error.details.retry_after_seconds);
    });

    test("on both ports, a GET or HEAD request for a download is redirected to the PDF, with a link that works for an hour [#6] [#40] [#41] [#49] @long", async () => {
      const { id } = await made();
      const pdf = (await world.store.get(id)) ?? Buffer.alloc(0);
      const links: string[] = [];
      for (const at of [world.app.reportUrl, world.app.url])
        for (const method of ["GET", "HEAD"]) {
          const reply = await call(method, `/api/v1/scan/report/download/${id}`, { at });
          expect(reply.status).toBe(301);
          expect(reply.headers.get("cache-control")).toBe("no-store");
          links.push(reply.headers.get("location") ?? "");
        }
      for (const link of links) {
        const file = await fetch(link);
        expect(file.status).toBe(200);
        expect(file.headers.get("content-type")).toBe("application/pdf");
        expect(file.headers.get("content-disposition")).toContain("accessibility-report-customer.example.pdf");
        expect(Buffer.from(await file.arrayBuffer()).equals(pdf)).toBe(true);
      }
      const late = await world.later(() => Promise.all(links.map(async (link) => (await fetch(link)).status)));
      for (const status of late) expect([403, 410]).toContain(status);
    });
  });

/** Removes the ids, which differ between messages. */
const withoutIds = (message: unknown): unknown =>
  JSON.parse(JSON.stringify(message).replace(/,?"block_id":"[^"]*"|,?"action_id":"[^"]*"/g, ""));

promises("on the embedded parts", embeddedWorld);
promises("on Resend, Slack, Stripe and S3 @long", outsideWorld);
