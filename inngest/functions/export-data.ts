import { inngest } from "@/inngest/client";
import { exportRequested } from "@/server/core/events";
import { failExport, packExport, sendExportLink } from "@/server/domains/identity/account";

export const exportData = inngest.createFunction(
  {
    id: "export-data",
    triggers: [exportRequested],
    retries: 8,
    concurrency: { limit: 1 },
    onFailure: async ({ event, step }) => {
      const { export_id } = event.data.event.data as { export_id: string };
      await step.run("give up", () => failExport(export_id));
    },
  },
  async ({ event, step }) => {
    const { export_id } = event.data;
    await step.run("pack and store", () => packExport(export_id));
    await step.run("email the link", () => sendExportLink(export_id));
  },
);
