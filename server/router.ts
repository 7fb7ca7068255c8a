import { router } from "@/server/core/endpoint";
import { authRouter } from "@/server/features/auth/router";
import { usersRouter } from "@/server/features/users/router";

export const appRouter = router({ auth: authRouter, users: usersRouter });
export type AppRouter = typeof appRouter;
