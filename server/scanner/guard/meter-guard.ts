import type { Socket } from "node:net";
import type { Guard } from "@/server/outside/guard";

export interface MeteredGuard {
  guard: Guard;
  /** Returns the number of bytes received so far through the guard's connections. */
  downloaded(): number;
}

/** Wraps a guard to count the bytes received. */
export const meterGuard = (guard: Guard): MeteredGuard => {
  const open = new Set<Socket>();
  let closed = 0;
  return {
    guard: {
      ...guard,
      connect: async (...target) => {
        const socket = await guard.connect(...target);
        open.add(socket);
        socket.once("close", () => {
          open.delete(socket);
          closed += socket.bytesRead;
        });
        return socket;
      },
    },
    downloaded: () => [...open].reduce((sum, { bytesRead }) => sum + bytesRead, closed),
  };
};
