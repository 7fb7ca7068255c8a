import { newId } from "@/server/core/ids";
import { failEmail } from "@/server/domains/messaging/delivery";
import { expect, test } from "@/tests/support/api";
import { delivered, emailBody, emailPath, sendEmail, withKey } from "@/tests/support/email-service";

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("returns the status queued, then sent", async ({ visitor }) => {
  const { to } = emailBody();
  const { messageId } = (await sendEmail(visitor, { to })).data;
  const queued = await visitor.get(`${emailPath}/${messageId}`, withKey());
  expect(queued.status).toBe(200);
  expect(queued.data).toEqual({
    messageId,
    template: "welcome",
    to,
    status: "queued",
    createdAt: expect.stringMatching(rfc3339),
  });
  await delivered(messageId);
  const sent = await visitor.get(`${emailPath}/${messageId}/`, withKey());
  expect(sent.data).toEqual({ ...queued.data, status: "sent", sentAt: expect.stringMatching(rfc3339) });
});

test("returns the reason why an email couldn't be sent, without the email's data", async ({ visitor }) => {
  const { messageId } = (await sendEmail(visitor, { data: { name: "Secret name" } })).data;
  await failEmail(messageId, "The mailbox is full.");
  const reply = await visitor.get(`${emailPath}/${messageId}`, withKey());
  expect(reply.data).toMatchObject({ status: "failed", error: "The mailbox is full." });
  expect(JSON.stringify(reply.body)).not.toContain("Secret name");
});

for (const status of ["delivered", "bounced", "complained", "suppressed"] as const)
  test(`returns the status ${status} as reported by the email provider`, async ({ visitor, db }) => {
    const { messageId } = (await sendEmail(visitor)).data;
    await db.emailMessage.update({ where: { id: messageId }, data: { status } });
    expect((await visitor.get(`${emailPath}/${messageId}`, withKey())).data.status).toBe(status);
  });

test("returns 400 for an invalid message id", async ({ visitor }) => {
  expect(await visitor.get(`${emailPath}/1`, withKey())).toFail(400, "invalid_input", [{ path: "messageId" }]);
});

test("returns 401 without the API key and 403 with a wrong one", async ({ visitor }) => {
  const { messageId } = (await sendEmail(visitor)).data;
  expect(await visitor.get(`${emailPath}/${messageId}`)).toFail(401, "not_authenticated");
  const wrong = { authorization: "Bearer wrong" };
  expect(await visitor.get(`${emailPath}/${messageId}`, wrong)).toFail(403, "forbidden");
});

test("returns 404 for an unknown message", async ({ visitor }) => {
  expect(await visitor.get(`${emailPath}/${newId()}`, withKey())).toFail(404, "not_found");
});
