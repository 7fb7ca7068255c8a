import { answerFileUrl } from "@/server/adapters/store";
import { answerWith } from "@/server/core/rest";

export const dynamic = "force-dynamic";

export const GET = (request: Request): Promise<Response> =>
  answerWith(request, () => answerFileUrl(new URL(request.url)));
