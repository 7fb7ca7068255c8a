import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Redis } from "ioredis";
import { spawnOwned } from "@/scripts/support/own-process";
import { freePort } from "./free-port";

export const hasRedis = (): boolean => spawnSync("redis-server", ["--version"]).status === 0;

const waitUntilReady = async (url: string): Promise<void> => {
  const redis = new Redis(url, { retryStrategy: () => 50 });
  redis.on("error", () => undefined);
  await redis.ping();
  redis.disconnect();
};

/** Starts a separate Redis on loopback that stores nothing on disk. */
export const startRedis = async (port?: number) => {
  const chosen = port ?? (await freePort());
  const server = spawnOwned("redis-server", ["--port", String(chosen), "--bind", "127.0.0.1", "--save", ""], {
    stdio: "ignore",
  });
  const url = `redis://127.0.0.1:${chosen}`;
  await waitUntilReady(url);
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  };
  return {
    port: chosen,
    url,
    /** Stops responding without closing any connection. */
    freeze: () => server.kill("SIGSTOP"),
    stop,
  };
};

const encode = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(encode);
  return typeof value === "string" && value !== "OK" ? Buffer.from(value).toString("base64") : value;
};

/** Serves Upstash's REST interface (upstash.com/docs/redis/features/restapi) in front of a Redis server. */
export const startUpstash = async (redisUrl: string, token: string) => {
  const redis = new Redis(redisUrl);
  redis.on("error", () => undefined);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${token}`) return answer(401, { error: "Unauthorized" });
    const base64 = request.headers["upstash-encoding"] === "base64";
    const run = async ([command = "", ...args]: string[]): Promise<{ result: unknown } | { error: string }> => {
      try {
        const result = await redis.call(command, ...args.map(String));
        return { result: base64 ? encode(result) : result };
      } catch (error) {
        return { error: (error as Error).message };
      }
    };
    const body = JSON.parse(Buffer.concat(chunks).toString()) as string[] | string[][];
    if (request.url === "/pipeline") return answer(200, await Promise.all((body as string[][]).map(run)));
    const reply = await run(body as string[]);
    answer("error" in reply ? 400 : 200, reply);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      redis.disconnect();
      server.closeAllConnections();
      server.close();
    },
  };
};
