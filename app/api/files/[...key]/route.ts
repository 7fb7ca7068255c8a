import { answerFileUrl } from "@/server/adapters/store";
import { answerWith, refuseChange } from "@/server/endpoint/rest";

export const dynamic = "force-dynamic";

export const GET = (request: Request): Promise<Response> =>
  answerWith(request, () => answerFileUrl(new URL(request.url)));

export { refuseChange as DELETE, refuseChange as PATCH, refuseChange as POST, refuseChange as PUT };
