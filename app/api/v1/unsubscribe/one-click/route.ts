import { answerWith } from "@/server/core/rest";
import { answerOneClick, openUnsubscribePage } from "@/server/features/suppressions";

export const dynamic = "force-dynamic";

export const GET = (request: Request): Promise<Response> => answerWith(request, () => openUnsubscribePage(request));

export const POST = (request: Request): Promise<Response> => answerWith(request, () => answerOneClick(request));
