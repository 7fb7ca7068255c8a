import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

// Below the range from which Linux assigns ports to outgoing connections and to `listen(0)`, so that Linux doesn't
// assign a port to another program before a child listens on it or while the child restarts.
const [first, last] = [20_000, 32_000];

/** Holds the UDP port with this number until this process exits, so that no other test process gets the same port. */
const reserve = async (port: number): Promise<boolean> => {
  const socket = createSocket("udp4");
  const failed = once(socket, "error").then(() => false);
  socket.bind({ port, address: "127.0.0.1", exclusive: true });
  const isOurs = await Promise.race([once(socket, "listening").then(() => true), failed]);
  if (isOurs) socket.unref();
  else socket.close();
  return isOurs;
};

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  const failed = once(server, "error").then(() => false);
  server.listen(port, "127.0.0.1");
  const isOurs = await Promise.race([once(server, "listening").then(() => true), failed]);
  if (!isOurs) return false;
  server.close();
  await once(server, "close");
  return true;
};

let next = first + Math.floor(Math.random() * (last - first));

/** Returns a port on loopback for a child of this process. Neither another test process nor the system uses it. */
export const freePort = async (): Promise<number> => {
  for (let tries = first; tries < last; tries += 1) {
    const port = next;
    next = next + 1 < last ? next + 1 : first;
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
  throw new Error(`No port between ${first} and ${last} is free.`);
};
