import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ScanRequest } from "@/server/scanner/contract";

export interface SilentScanner {
  url: string;
  /** Every scan it was asked for, in order, also more than once. */
  asked: ScanRequest[];
  close(): void;
}

/** Speaks the scanner contract, takes every scan, opens no page and delivers nothing. */
export const startSilentScanner = async (): Promise<SilentScanner> => {
  const asked: ScanRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const isStart = request.method === "POST";
    if (isStart) asked.push(ScanRequest.parse(JSON.parse(Buffer.concat(chunks).toString())));
    response.writeHead(isStart ? 202 : 200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close: () => server.close() };
};
