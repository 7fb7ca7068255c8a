import { inngest } from "@/inngest/client";
import { exportRequested } from "@/inngest/events";
import { failExport, mailExport, packExport } from "@/server/features/account";

export const exportData = inngest.createFunction(
  {
    id: "export-data",
    triggers: [exportRequested],
    retries: 8,
    idempotency: "event.data.export_id",
    concurrency: { limit: 1 },
    onFailure: async ({ event, step }) => {
      const { export_id } = event.data.event.data as { export_id: string };
      await step.run("give up", () => failExport(export_id));
    },
  },
  async ({ event, step }) => {
    const { export_id } = event.data;
    await step.run("pack and store", () => packExport(export_id));
    await step.run("mail the link", () => mailExport(export_id));
  },
);
