import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "@playwright/test";
import { endSlowRequests } from "@/start/end-slow-requests";

/** Sends a piece every 50 ms until the server closes the connection; returns the response and its duration. */
const drip = (port: number, head: string, piece: string) =>
  new Promise<{ answer: string; ms: number }>((resolve) => {
    const started = performance.now();
    let answer = "";
    let timer: NodeJS.Timeout | undefined;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(head);
      timer = setInterval(() => socket.write(piece), 50);
    });
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearInterval(timer);
      resolve({ answer, ms: performance.now() - started });
    });
  });

test("ends a request whose headers or body arrive too slowly, and serves others meanwhile", async () => {
  const server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
    request.on("error", () => undefined).on("end", () => response.end("done"));
    request.resume();
  });
  endSlowRequests(server, { headersMs: 400, requestMs: 800 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const [head, body, quick] = await Promise.all([
    drip(port, "POST / HTTP/1.1\r\nhost: x\r\nx-slow: ", "x"),
    drip(port, "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n", "x"),
    fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "x" }),
  ]);
  expect(await quick.text()).toBe("done");
  expect(head.answer).toContain("408");
  expect(head.ms).toBeGreaterThan(350);
  expect(body.ms).toBeGreaterThan(750);
  server.close();
});
