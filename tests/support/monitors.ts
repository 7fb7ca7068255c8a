import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSecureServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { createServer as createTcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getDatabase } from "@/server/adapters/database";
import { newId } from "@/server/core/ids";

export interface Place {
  url: string;
  /** Number of requests or connections so far. */
  count(): number;
  /** Stops accepting connections. */
  close(): Promise<void>;
}

const open = new Set<{ close(): Promise<void> }>();

/** Closes every server that a test has left open. */
export const closePlaces = async (): Promise<void> => {
  for (const place of open) await place.close();
};

const listen = async (server: Server, scheme: "http" | "https", port = 0): Promise<Place> => {
  let count = 0;
  server.on("request", () => {
    count += 1;
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const place = {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count: () => count,
    close: async () => {
      open.delete(place);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  open.add(place);
  return place;
};

export const serve = (answer: RequestListener, port?: number): Promise<Place> =>
  listen(createServer(answer), "http", port);

/** Opens a TCP port and calls `use` with every connection. */
export const serveTcp = async (use: (socket: Socket) => void): Promise<Place> => {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    count += 1;
    sockets.add(socket.on("error", () => undefined));
    use(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const place = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    count: () => count,
    close: async () => {
      open.delete(place);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  open.add(place);
  return place;
};

/** Serves a website with a self-signed certificate that expires after this many days. */
export const serveSecurely = async (days: number, options: ServerOptions = {}): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), "curbcut-certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync("openssl", ["req", ...kind, "-days", String(days), ...names, "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const certificate = { key: readFileSync(key), cert: readFileSync(cert) };
  const server = createSecureServer({ ...certificate, ...options }, (_, response) => {
    response.end("fine");
  });
  rmSync(folder, { recursive: true });
  return listen(server, "https");
};

interface MonitorOptions {
  org_id: string;
  url: string;
  retries?: number;
  interval_seconds?: number;
  timeout_ms?: number;
  channels?: string[];
  next_check_at?: Date;
}

/** Creates a monitor that is due now, at a shorter interval than callers can request. Returns its id. */
export const makeMonitor = async ({ org_id, url, ...options }: MonitorOptions): Promise<string> => {
  const { prisma } = await getDatabase();
  const { id } = await prisma.uptimeMonitorSettings.create({
    data: {
      ...{ id: newId(), org_id, url, name: new URL(url).host, method: "GET", expected_status: [200] },
      ...{ interval_seconds: 1, timeout_ms: 1_000, retries: 0, channels: ["mail"], next_check_at: new Date() },
      ...options,
    },
  });
  return id;
};
