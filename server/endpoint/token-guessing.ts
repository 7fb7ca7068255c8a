import type { Client } from "@/server/core/context";
import { AppError, type ErrorCode } from "@/server/core/errors";
import { countInWindow, waitForWindow, windowSeconds } from "./guess-counts";
import { wideNetworkOf } from "./wide-network";

const mostWrong = 60;
const wrongCodes: readonly ErrorCode[] = ["invalid_code", "token_expired"];

const keysOf = ({ ip }: Client): string[] => [ip, wideNetworkOf(ip)].flatMap((each) => (each ? [`token:${each}`] : []));

/**
 * Throws `rate_limited` if an IP address, or its /48 network, has sent too many wrong tokens within a minute, across
 * all endpoints. There is no global limit: 256 random bits can't be guessed, and anyone could use up the limit to block
 * other people's links.
 */
export const refuseTokenGuessing = async (call: Client): Promise<void> => {
  for (const key of keysOf(call)) {
    const seconds = await waitForWindow(key, mostWrong);
    if (seconds > 0)
      throw new AppError("rate_limited", `Too many invalid links or tokens. Try again in ${seconds} seconds.`, {
        policy: "tokens",
        limit: mostWrong,
        window_seconds: windowSeconds,
        retry_after_seconds: seconds,
      });
  }
};

/** Counts a call that failed because of a wrong token. */
export const countWrongToken = async (call: Client, code: ErrorCode): Promise<void> => {
  if (wrongCodes.includes(code)) for (const key of keysOf(call)) await countInWindow(key);
};
