import type { SignedIn } from "./api";
import type { RestHandler } from "./rest-client";

export const downloadExport = async (
  client: SignedIn,
  rest: RestHandler,
  id: string,
  format: string,
  method = "GET",
): Promise<Response> => {
  const { access_token } = await client.session();
  const headers = { authorization: `Bearer ${access_token}`, "x-client-ip": "10.1.1.1" };
  return rest(new Request(`http://localhost:8000/api/results/${id}/export/?format=${format}`, { method, headers }));
};
