import { type AddressInfo, createServer, type Socket } from "node:net";

export interface RawServer {
  port: number;
  /** Number of open connections. */
  open(): number;
  close(): Promise<void>;
}

/** Starts a TCP server on loopback that calls `onRequest` with each connection and the first data sent on it. */
export const startRawServer = async (onRequest: (socket: Socket, request: string) => void): Promise<RawServer> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (data) => onRequest(socket, data.toString("latin1")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
