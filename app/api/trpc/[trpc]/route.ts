import { handleTrpc } from "@/server/http";

export const dynamic = "force-dynamic";

export { handleTrpc as GET, handleTrpc as POST };
