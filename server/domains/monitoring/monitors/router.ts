import { pageOf } from "@/server/core/schema";
import { mutation, query, router } from "@/server/endpoint/endpoint";
import { addMonitor } from "./add-monitor";
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
import { removeMonitor, updateMonitor } from "./update-and-remove-monitor";
import { addWindow, changeWindow, getWindow, listWindows, removeWindow } from "./windows";

const reading = { access: "monitors.read", limit: "read" } as const;
const writing = { access: "monitors.write", limit: "write" } as const;

export const monitorsRouter = router({
  list: query({
    ...reading,
    rest: "GET /api/monitors/",
    summary: "List uptime monitors",
    input: ListMonitors,
    output: pageOf(Monitor),
    run: listMonitors,
  }),
  add: mutation({
    ...writing,
    rest: "POST /api/monitors/",
    summary: "Create an uptime monitor",
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
    summary: "Get an uptime monitor and its status",
    input: MonitorId,
    output: Monitor,
    run: getMonitor,
  }),
  change: mutation({
    ...writing,
    rest: "PATCH /api/monitors/{id}/",
    summary: "Update, pause or resume an uptime monitor",
    audit: "monitor.change",
    input: ChangeMonitor,
    output: Monitor,
    outside: ({ url }) => assertReachable(url),
    run: updateMonitor,
  }),
  remove: mutation({
    ...writing,
    rest: "DELETE /api/monitors/{id}/",
    summary: "Delete an uptime monitor and its history",
    audit: "monitor.remove",
    input: MonitorId,
    output: Removed,
    run: removeMonitor,
  }),
  checks: query({
    ...reading,
    rest: "GET /api/monitors/{id}/checks/",
    summary: "List a monitor's checks from the last seven days, newest first",
    input: ListOfMonitor,
    output: pageOf(MonitorCheck),
    run: listChecks,
  }),
  incidents: query({
    ...reading,
    rest: "GET /api/monitors/{id}/incidents/",
    summary: "List a monitor's incidents, newest first",
    input: ListOfMonitor,
    output: pageOf(MonitorIncident),
    run: listIncidents,
  }),
  history: query({
    ...reading,
    rest: "GET /api/monitors/{id}/history/",
    summary: "Get a monitor's response times and failures over time",
    input: ReadHistory,
    output: MonitorHistory,
    run: readHistory,
  }),
});

export const maintenanceRouter = router({
  list: query({
    ...reading,
    rest: "GET /api/maintenance-windows/",
    summary: "List maintenance windows",
    input: ListWindows,
    output: pageOf(MaintenanceWindow),
    run: listWindows,
  }),
  add: mutation({
    ...writing,
    rest: "POST /api/maintenance-windows/",
    summary: "Create a maintenance window",
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
    summary: "Get a maintenance window",
    input: WindowId,
    output: MaintenanceWindow,
    run: getWindow,
  }),
  change: mutation({
    ...writing,
    rest: "PATCH /api/maintenance-windows/{id}/",
    summary: "Update the times or reason of a maintenance window",
    audit: "maintenance.change",
    input: ChangeWindow,
    output: MaintenanceWindow,
    run: changeWindow,
  }),
  remove: mutation({
    ...writing,
    rest: "DELETE /api/maintenance-windows/{id}/",
    summary: "Delete a maintenance window",
    audit: "maintenance.remove",
    input: WindowId,
    output: Removed,
    run: removeWindow,
  }),
});
