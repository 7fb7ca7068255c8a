import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ScanRequest } from "@/server/scanner/contract";

export interface SilentScanner {
  url: string;
  /** Every scan request received, in order, including repeated ones. */
  requests: ScanRequest[];
  /** Every audit that the scanner was asked to cancel, in order. */
  stopped: string[];
  close(): void;
}

/**
 * Starts a server that implements the scanner contract and accepts every scan, but loads no page and delivers nothing.
 */
export const startSilentScanner = async (): Promise<SilentScanner> => {
  const requests: ScanRequest[] = [];
  const stopped: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const isStart = request.method === "POST";
    if (request.method === "DELETE") stopped.push(decodeURIComponent(request.url?.split("/").at(-1) ?? ""));
    if (isStart) requests.push(ScanRequest.parse(JSON.parse(Buffer.concat(chunks).toString())));
    response.writeHead(isStart ? 202 : 200, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stopped,
    close: () => server.close(),
  };
};
