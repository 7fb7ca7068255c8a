import type { SqlDatabase } from "@/server/adapters/database/port";

const schemaLock = 0x1e6e_5701;

/**
 * Outputs have the `json` type, which accepts every JavaScript string; `jsonb` rejects U+0000. `gen` is the number of
 * times a job has been claimed; a result from an earlier claim is rejected.
 */
const statements = [
  "set local client_min_messages = warning",
  "create schema if not exists runner",
  `create table if not exists runner.event (
    id text primary key,
    name text not null,
    received_at timestamptz not null default now()
  )`,
  "create index if not exists event_received_at on runner.event (received_at)",
  `create table if not exists runner.dedupe (
    fn_id text not null,
    key text not null,
    expires_at timestamptz not null,
    primary key (fn_id, key)
  )`,
  `create table if not exists runner.run (
    id text primary key,
    fn_id text not null,
    status text not null default 'queued',
    event json not null,
    output json,
    error json,
    priority int not null default 0,
    limit_keys text[] not null default '{}',
    limit_maxes int[] not null default '{}',
    parent_run text,
    parent_step text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    ended_at timestamptz
  )`,
  "create index if not exists run_open on runner.run (fn_id) where ended_at is null",
  "create index if not exists run_ended_at on runner.run (ended_at) where ended_at is not null",
  `create table if not exists runner.step (
    run_id text not null references runner.run (id) on delete cascade,
    id text not null,
    op text not null,
    name text,
    status text not null,
    awaits text,
    expression text,
    joined boolean not null default false,
    race boolean not null default false,
    data json,
    error json,
    pos bigserial,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    primary key (run_id, id)
  )`,
  "create index if not exists step_awaits on runner.step (awaits) where status = 'pending' and awaits is not null",
  `create table if not exists runner.job (
    id bigint generated always as identity primary key,
    run_id text not null references runner.run (id) on delete cascade,
    step_id text not null,
    kind text not null,
    priority int not null default 0,
    limit_keys text[] not null default '{}',
    limit_maxes int[] not null default '{}',
    attempt int not null default 0,
    run_at timestamptz not null default now(),
    gen int not null default 0,
    again boolean not null default false,
    losses int not null default 0,
    locked_by text,
    locked_until timestamptz,
    unique (run_id, step_id)
  )`,
  "create index if not exists job_run_at on runner.job (run_at)",
  "create index if not exists job_locked_until on runner.job (locked_until) where locked_until is not null",
  `create table if not exists runner.cron (
    fn_id text not null,
    line text not null,
    next_at timestamptz not null,
    primary key (fn_id, line)
  )`,
];

/** Creates the embedded job engine's tables if they are missing. Safe if several processes start at once. */
export const createTables = (database: SqlDatabase): Promise<void> =>
  database.transaction(async (sql) => {
    await sql.query("select pg_advisory_xact_lock($1)", [schemaLock]);
    for (const statement of statements) await sql.query(statement);
  });
