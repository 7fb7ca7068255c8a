import { headers } from "next/headers";

/** Passes the request's nonce to React Aria, which adds its own style element. */
export const CspNonce = async () => <meta name="csp-nonce" nonce={(await headers()).get("x-nonce") ?? ""} />;
