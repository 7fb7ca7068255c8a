import { connect, type Socket } from "node:net";

/** How long to wait for one address before also trying the next one (RFC 8305, section 5). */
const HEAD_START_MS = 300;

interface Place {
  addresses: readonly string[];
  port: number;
  /** Timeout for connecting to each address. */
  timeoutMs: number;
  /** Aborting destroys the connection, even after it has opened. */
  signal?: AbortSignal | undefined;
}

/**
 * Opens a TCP connection to whichever address accepts first. An address that doesn't respond delays the others only
 * briefly, and one that refuses doesn't delay them at all. Throws the last error if no connection succeeds.
 */
export const connectFirst = ({ addresses, port, timeoutMs, signal }: Place): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const waiting = [...addresses];
    const trying = new Set<Socket>();
    let headStart: NodeJS.Timeout | undefined;
    let done = false;

    const tryNext = (): void => {
      clearTimeout(headStart);
      const host = waiting.shift();
      if (done || host === undefined) return;
      const socket = connect({ host, port, noDelay: true, ...(signal ? { signal } : {}) });
      const fail = (error: Error): void => {
        socket.destroy();
        trying.delete(socket);
        if (done) return;
        if (waiting.length > 0) tryNext();
        else if (trying.size === 0) end(() => reject(error));
      };
      trying.add(socket);
      const late = (): void =>
        fail(Object.assign(new Error(`${host}:${port} didn't respond in time.`), { code: "ETIMEDOUT" }));
      socket.setTimeout(timeoutMs);
      socket.once("timeout", late);
      socket.once("error", fail);
      socket.once("connect", () => {
        socket.off("error", fail).off("timeout", late);
        socket.setTimeout(0);
        trying.delete(socket);
        if (done) socket.destroy();
        else end(() => resolve(socket));
      });
      if (waiting.length > 0) headStart = setTimeout(tryNext, HEAD_START_MS);
    };

    const end = (settle: () => void): void => {
      done = true;
      clearTimeout(headStart);
      for (const socket of trying) {
        socket.on("error", () => undefined);
        socket.destroy();
      }
      settle();
    };

    tryNext();
  });
