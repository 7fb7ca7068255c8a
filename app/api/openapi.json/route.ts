import { answerWith, refuseChange } from "@/server/endpoint/rest";
import { openApiDocument } from "@/server/http";

export const dynamic = "force-dynamic";

export const GET = (request: Request): Promise<Response> =>
  answerWith(request, async () =>
    Response.json(openApiDocument(), { headers: { "Cache-Control": "public, max-age=300" } }),
  );

export { refuseChange as DELETE, refuseChange as PATCH, refuseChange as POST, refuseChange as PUT };
