import { answerOneClick, openUnsubscribePage } from "@/server/domains/messaging/suppressions";
import { answerLink, answerWith, refuseAllBut } from "@/server/endpoint/rest";

export const dynamic = "force-dynamic";

export const GET = (request: Request): Promise<Response> => answerWith(request, () => openUnsubscribePage(request));

export const POST = (request: Request): Promise<Response> => answerLink(request, () => answerOneClick(request));

const refuse = refuseAllBut("GET, HEAD, POST, OPTIONS");

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
