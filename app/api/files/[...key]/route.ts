import { answerFileUrl } from "@/server/adapters/store";
import { answerLink, refuseChange } from "@/server/endpoint/rest";

export const dynamic = "force-dynamic";

export const GET = (request: Request): Promise<Response> =>
  answerLink(request, () => answerFileUrl(new URL(request.url)));

export { refuseChange as DELETE, refuseChange as PATCH, refuseChange as POST, refuseChange as PUT };
