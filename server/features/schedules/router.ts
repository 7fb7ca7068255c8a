import { mutation, query, router } from "@/server/core/endpoint";
import { pageOf } from "@/server/core/schema";
import { addSchedule } from "./add-schedule";
import { changeSchedule } from "./change-schedule";
import {
  AddSchedule,
  ChangeSchedule,
  ListRuns,
  ListSchedules,
  Preview,
  PreviewRuns,
  Removed,
  Schedule,
  ScheduleId,
  ScheduleRun,
} from "./contract";
import { getSchedule, listRuns, listSchedules, previewRuns } from "./read-schedules";
import { removeSchedule } from "./remove-schedule";

export const schedulesRouter = router({
  list: query({
    rest: "GET /api/schedules/",
    summary: "List the schedules of the organisation",
    access: "scans.read",
    limit: "read",
    input: ListSchedules,
    output: pageOf(Schedule),
    errors: ["not_found"],
    run: listSchedules,
  }),
  add: mutation({
    rest: "POST /api/schedules/",
    summary: "Scan a website again and again",
    access: "schedules.write",
    limit: "write",
    audit: "schedule.add",
    status: 201,
    input: AddSchedule,
    output: Schedule,
    errors: ["not_found", "plan_limit_reached"],
    run: addSchedule,
  }),
  preview: query({
    rest: "GET /api/schedules/next-runs/",
    summary: "Say when a schedule with these times would run",
    access: "scans.read",
    limit: "read",
    input: PreviewRuns,
    output: Preview,
    run: previewRuns,
  }),
  get: query({
    rest: "GET /api/schedules/{id}/",
    summary: "Read a schedule with its next runs",
    access: "scans.read",
    limit: "read",
    input: ScheduleId,
    output: Schedule,
    run: getSchedule,
  }),
  change: mutation({
    rest: "PATCH /api/schedules/{id}/",
    summary: "Change a schedule, pause it or let it go on",
    access: "schedules.write",
    limit: "write",
    audit: "schedule.change",
    input: ChangeSchedule,
    output: Schedule,
    errors: ["plan_limit_reached"],
    run: changeSchedule,
  }),
  remove: mutation({
    rest: "DELETE /api/schedules/{id}/",
    summary: "Remove a schedule",
    access: "schedules.write",
    limit: "write",
    audit: "schedule.remove",
    input: ScheduleId,
    output: Removed,
    run: removeSchedule,
  }),
  runs: query({
    rest: "GET /api/schedules/{id}/runs/",
    summary: "List what became of its due times, latest first",
    access: "scans.read",
    limit: "read",
    input: ListRuns,
    output: pageOf(ScheduleRun),
    run: listRuns,
  }),
});
