import { isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect, createSecureContext, type SecureContext, type TLSSocket } from "node:tls";
import type { Guard } from "@/server/outside/guard";
import { untrusted } from "./failure";

/** What a connection tells besides the answer. */
export interface ConnectionFacts {
  certificate_expires_at: Date | null;
  /** The address that was connected to last. */
  address: string | null;
}

interface Place {
  host: string;
  port: number;
  secure: boolean;
}

let context: SecureContext | undefined;

/** Made once: it holds every root certificate. */
const sharedContext = (): SecureContext => (context ??= createSecureContext());

const expiryOf = (socket: TLSSocket): Date | null => {
  const expiry = new Date(socket.getPeerCertificate().valid_to);
  return Number.isNaN(expiry.getTime()) ? null : expiry;
};

const codeOf = (problem: Error | string): string =>
  typeof problem === "string" ? problem : String((problem as NodeJS.ErrnoException).code ?? problem.message);

/** A certificate that is refused is read all the same: its date is worth a warning. */
const encrypt = (socket: Socket, host: string, facts: ConnectionFacts): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const secured = connect({
      socket,
      host,
      ...(isIP(host) ? {} : { servername: host }),
      ALPNProtocols: ["http/1.1"],
      secureContext: sharedContext(),
      rejectUnauthorized: false,
    });
    secured.once("error", reject);
    secured.once("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    secured.once("secureConnect", () => {
      facts.certificate_expires_at ??= expiryOf(secured);
      if (secured.authorized) return resolve(secured);
      reject(untrusted(codeOf(secured.authorizationError), host));
    });
  });

/** Opens a fresh connection, encrypted where the address says so. The signal destroys it. */
export const openConnection = async (
  guard: Guard,
  { host, port, secure }: Place,
  facts: ConnectionFacts,
  signal: AbortSignal,
): Promise<Duplex> => {
  const socket = await guard.connect(host, port, signal);
  socket.on("error", () => undefined);
  facts.address = socket.remoteAddress ?? null;
  if (!secure) return socket;
  try {
    return await encrypt(socket, host, facts);
  } catch (error) {
    socket.destroy();
    throw error;
  }
};
