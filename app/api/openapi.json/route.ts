import { openApiDocument } from "@/server/http";

export const dynamic = "force-dynamic";

export const GET = (): Response =>
  Response.json(openApiDocument(), { headers: { "Cache-Control": "public, max-age=300" } });
