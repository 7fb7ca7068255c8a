import { answerWith } from "@/server/core/rest";
import { openApiDocument } from "@/server/http";

export const dynamic = "force-dynamic";

export const GET = (request: Request): Promise<Response> =>
  answerWith(request, async () =>
    Response.json(openApiDocument(), { headers: { "Cache-Control": "public, max-age=300" } }),
  );
