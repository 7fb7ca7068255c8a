import { isIP, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { connect, createSecureContext, type SecureContext, type TLSSocket } from "node:tls";
import { errorCode } from "@/server/core/error-code";
import type { Guard } from "@/server/outside/guard";
import { untrusted } from "./failure";

/** Details about a connection that aren't part of the response. */
export interface ConnectionFacts {
  certificate_expires_at: Date | null;
  /** The IP address of the last connection. */
  address: string | null;
}

interface Place {
  host: string;
  port: number;
  secure: boolean;
}

let context: SecureContext | undefined;

/** Creates the context only once, because creating it loads all root certificates. */
const sharedContext = (): SecureContext => (context ??= createSecureContext());

const expiryOf = (socket: TLSSocket): Date | null => {
  const expiry = new Date(socket.getPeerCertificate().valid_to);
  return Number.isNaN(expiry.getTime()) ? null : expiry;
};

const codeOf = (problem: Error | string): string =>
  typeof problem === "string" ? problem : (errorCode(problem) ?? problem.message);

/** Starts TLS. Reads the certificate even if it is rejected, because its expiry date may require a warning. */
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

/** Opens a new connection, with TLS for an https URL. Aborting the signal destroys the connection. */
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
