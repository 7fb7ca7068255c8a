import { Agent, buildConnector } from "undici";
import type { Guard } from "./guard";

/** Returns an undici agent that connects through the guard; a blocked connection fails with BlockedAddressError. */
export const guardedAgent = (guard: Guard, options: Omit<Agent.Options, "connect"> = {}): Agent => {
  const connectTls = buildConnector({ timeout: 10_000 });
  return new Agent({
    keepAliveTimeout: 10_000,
    bodyTimeout: 20_000,
    headersTimeout: 20_000,
    ...options,
    connect: (target, callback) => {
      const secure = target.protocol === "https:";
      const port = Number(target.port || (secure ? 443 : 80));
      guard.connect(target.hostname, port).then(
        (socket) => {
          if (!secure) callback(null, socket);
          else connectTls({ ...target, httpSocket: socket }, callback);
        },
        (error: Error) => callback(error, null),
      );
    },
  });
};
