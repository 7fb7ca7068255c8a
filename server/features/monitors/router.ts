import { mutation, query, router } from "@/server/core/endpoint";
import { pageOf } from "@/server/core/schema";
import { addMonitor } from "./add-monitor";
import { changeMonitor } from "./change-monitor";
import { assertReachable } from "./check-input";
import {
  AddMonitor,
  AddWindow,
  ChangeMonitor,
  ChangeWindow,
  ListMonitors,
  ListOfMonitor,
  ListWindows,
  MaintenanceWindow,
  Monitor,
  MonitorCheck,
  MonitorHistory,
  MonitorId,
  MonitorIncident,
  ReadHistory,
  Removed,
  WindowId,
} from "./contract";
import { getMonitor } from "./get-monitor";
import { listMonitors } from "./list-monitors";
import { listChecks, listIncidents } from "./list-results";
import { readHistory } from "./read-history";
import { removeMonitor } from "./remove-monitor";
import { addWindow, changeWindow, getWindow, listWindows, removeWindow } from "./windows";

const reading = { access: "monitors.read", limit: "read" } as const;
const writing = { access: "monitors.write", limit: "write" } as const;

export const monitorsRouter = router({
  list: query({
    ...reading,
    rest: "GET /api/monitors/",
    summary: "List the uptime monitors of the organisation",
    input: ListMonitors,
    output: pageOf(Monitor),
    run: listMonitors,
  }),
  add: mutation({
    ...writing,
    rest: "POST /api/monitors/",
    summary: "Add an uptime monitor",
    audit: "monitor.add",
    status: 201,
    input: AddMonitor,
    output: Monitor,
    errors: ["conflict", "not_found"],
    outside: ({ url }) => assertReachable(url),
    run: addMonitor,
  }),
  get: query({
    ...reading,
    rest: "GET /api/monitors/{id}/",
    summary: "Read an uptime monitor and its state",
    input: MonitorId,
    output: Monitor,
    run: getMonitor,
  }),
  change: mutation({
    ...writing,
    rest: "PATCH /api/monitors/{id}/",
    summary: "Change, pause or resume an uptime monitor",
    audit: "monitor.change",
    input: ChangeMonitor,
    output: Monitor,
    outside: ({ url }) => assertReachable(url),
    run: changeMonitor,
  }),
  remove: mutation({
    ...writing,
    rest: "DELETE /api/monitors/{id}/",
    summary: "Remove an uptime monitor with its history",
    audit: "monitor.remove",
    input: MonitorId,
    output: Removed,
    run: removeMonitor,
  }),
  checks: query({
    ...reading,
    rest: "GET /api/monitors/{id}/checks/",
    summary: "List the checks of the last seven days, newest first",
    input: ListOfMonitor,
    output: pageOf(MonitorCheck),
    run: listChecks,
  }),
  incidents: query({
    ...reading,
    rest: "GET /api/monitors/{id}/incidents/",
    summary: "List when a monitor was down, newest first",
    input: ListOfMonitor,
    output: pageOf(MonitorIncident),
    run: listIncidents,
  }),
  history: query({
    ...reading,
    rest: "GET /api/monitors/{id}/history/",
    summary: "Read response times and failures over time",
    input: ReadHistory,
    output: MonitorHistory,
    run: readHistory,
  }),
});

export const maintenanceRouter = router({
  list: query({
    ...reading,
    rest: "GET /api/maintenance-windows/",
    summary: "List the maintenance windows of the organisation",
    input: ListWindows,
    output: pageOf(MaintenanceWindow),
    run: listWindows,
  }),
  add: mutation({
    ...writing,
    rest: "POST /api/maintenance-windows/",
    summary: "Plan a time in which nobody is told",
    audit: "maintenance.add",
    status: 201,
    input: AddWindow,
    output: MaintenanceWindow,
    errors: ["conflict", "not_found"],
    run: addWindow,
  }),
  get: query({
    ...reading,
    rest: "GET /api/maintenance-windows/{id}/",
    summary: "Read a maintenance window",
    input: WindowId,
    output: MaintenanceWindow,
    run: getWindow,
  }),
  change: mutation({
    ...writing,
    rest: "PATCH /api/maintenance-windows/{id}/",
    summary: "Change the times or the reason of a maintenance window",
    audit: "maintenance.change",
    input: ChangeWindow,
    output: MaintenanceWindow,
    run: changeWindow,
  }),
  remove: mutation({
    ...writing,
    rest: "DELETE /api/maintenance-windows/{id}/",
    summary: "Remove a maintenance window",
    audit: "maintenance.remove",
    input: WindowId,
    output: Removed,
    run: removeWindow,
  }),
});
