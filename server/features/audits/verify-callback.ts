import { AppError } from "@/server/core/errors";
import { scannerSecret } from "@/server/core/secrets";
import { SIGNATURE_HEADER, verifyScannerSignature } from "@/server/scanner/contract";

/** A callback is signed with the secret that app and scanner share; anything else is 401. */
export const verifyCallback = (headers: Headers, body: Buffer): void => {
  if (!verifyScannerSignature(scannerSecret(), body, headers.get(SIGNATURE_HEADER)))
    throw new AppError("not_authenticated", "The signature of this callback does not match.");
};
