import type { SignedIn } from "./api";
import type { RestHandler } from "./rest-client";

export const pathOf = (url: string): string => new URL(url).pathname;

/** Requests a file and returns the response unread, because `SignedIn` would parse it as JSON. */
export const download = async (client: SignedIn, rest: RestHandler, path: string): Promise<Response> => {
  const { access_token } = await client.session();
  const headers = { authorization: `Bearer ${access_token}`, "x-client-ip": "10.1.1.1" };
  return rest(new Request(`http://localhost:8000${path}`, { headers }));
};
