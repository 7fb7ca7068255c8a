import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { startResend } from "../resend";

const Payload = z.looseObject({
  attachments: z.array(z.object({ filename: z.string(), content: z.base64() })).default([]),
});

const Answer = z.looseObject({ id: z.string() });

type Attachment = { fileName: string; bytes: Buffer };

/** Starts an emulated Resend behind a server that stores attachments, because the emulator discards them. */
export const startRecordingResend = async () => {
  const resend = await startResend();
  const attachments = new Map<string, Attachment[]>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const { method = "GET", url = "/", headers } = request;
    const names = ["authorization", "content-type", "idempotency-key", "user-agent"];
    const answer = await fetch(resend.url + url, {
      method,
      headers: names.flatMap((name): [string, string][] => (headers[name] ? [[name, String(headers[name])]] : [])),
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    const text = await answer.text();
    if (url === "/emails" && answer.ok)
      attachments.set(
        Answer.parse(JSON.parse(text)).id,
        Payload.parse(JSON.parse(body.toString())).attachments.map(({ filename, content }) => ({
          fileName: filename,
          bytes: Buffer.from(content, "base64"),
        })),
      );
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    emails: async () =>
      (await resend.emails()).map((email) => ({ ...email, attachments: attachments.get(email.id) ?? [] })),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await resend.stop();
    },
  };
};
