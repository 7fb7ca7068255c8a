import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** Recipients that the server treats specially. */
export const refusedRecipient = "nobody@example.org";
export const busyRecipient = "busy@example.org";

const refusal = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/**
 * Starts an SMTP server on loopback that stores the emails it receives. `refusedRecipient` gets 550; `busyRecipient`
 * gets 451 the first time. The only credentials are user:pass.
 */
export const startSmtp = async () => {
  const messages: Buffer[] = [];
  let busy = true;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      username === "user" && password === "pass"
        ? done(null, { user: username })
        : done(refusal(535, "wrong credentials")),
    onRcptTo: ({ address }, _session, done) => {
      if (address === refusedRecipient) return done(refusal(550, "no such user"));
      const now = address === busyRecipient && busy;
      if (address === busyRecipient) busy = false;
      return now ? done(refusal(451, "try again")) : done();
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        messages.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    messages,
    url: `smtp://user:pass@127.0.0.1:${port}`,
    wrongUrl: `smtp://user:wrong@127.0.0.1:${port}`,
    stop: () => new Promise<void>((done) => server.close(done)),
  };
};
