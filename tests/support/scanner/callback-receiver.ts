import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { ScanCallback, SIGNATURE_HEADER, verifyScannerSignature } from "@/server/scanner/contract";

export interface CallbackReceiver {
  url: string;
  /** Events acknowledged so far, in order. */
  events: ScanCallback[];
  /** Sequence numbers of every delivery, including those not acknowledged. */
  attempts: number[];
  unsigned: number;
  last(): ScanCallback["event"] | undefined;
  close(): Promise<void>;
}

/** Returns the response to an event: by default, the receiver accepts the event; with `hang`, it never responds. */
type Reply = (event: ScanCallback, attempt: number) => { status?: number; body?: object; hang?: boolean } | undefined;

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Stands in for the app's callback endpoint: checks the signature, then decompresses, parses and stores the event. */
export const receiveCallbacks = async (secret: string, reply: Reply = () => undefined): Promise<CallbackReceiver> => {
  const sockets = new Set<Socket>();
  const receiver: CallbackReceiver = {
    url: "",
    events: [],
    attempts: [],
    unsigned: 0,
    last: () => receiver.events.at(-1)?.event,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (!verifyScannerSignature(secret, body, request.headers[SIGNATURE_HEADER] as string)) {
      receiver.unsigned += 1;
      response.writeHead(401).end();
      return;
    }
    const event = ScanCallback.parse(JSON.parse(gunzipSync(body).toString("utf8")));
    receiver.attempts.push(event.sequence);
    const answer = reply(event, receiver.attempts.length);
    if (answer?.hang) return;
    if ((answer?.status ?? 200) < 300) receiver.events.push(event);
    response.writeHead(answer?.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data: answer?.body ?? { ignored: false } }));
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return receiver;
};
