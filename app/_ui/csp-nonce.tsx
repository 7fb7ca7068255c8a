import { headers } from "next/headers";

/** Hands the request's nonce to React Aria, which adds a style element of its own. */
export const CspNonce = async () => <meta name="csp-nonce" nonce={(await headers()).get("x-nonce") ?? ""} />;
