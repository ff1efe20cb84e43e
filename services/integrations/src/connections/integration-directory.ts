import { isDeepStrictEqual } from 'node:util';
import type { Call, Handlers } from '@space/bus';
import type { EmittedBy, InputOf } from '@space/contracts/core';
import { type Integration, type integrationDirectory, integrationDisconnected } from '@space/contracts/integrations';
import { createWriter, type Transaction } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { findConnection, insertCheck, insertConnection, type StoredConnection, updateConnection } from './connections.queries.ts';
import { eventOf, healthAfter } from './health.ts';

type Report = (typeof integrationDirectory)['operations']['report'];
type ReportTransaction = Transaction<EmittedBy<Report>>;

/**
 * Creates the handlers of the integration directory.
 *
 * The service that owns a connection makes its checks and reports them; this service stores the newest report, derives the
 * status and emits one event for each change of it. A report locks the row of its connection, so concurrent reports follow
 * each other. A report that says nothing new, a check that is older than the last, and all reports after the end of a
 * connection change nothing: a repeated report is harmless.
 */
export function integrationDirectoryHandlers(ports: Ports): Handlers<typeof integrationDirectory> {
  const writer = createWriter('integrations', ports);
  return {
    report: (call) =>
      writer.write(call, async function reportInTransaction(tx) {
        const { id, status, action_needed } = await storeReport(tx, call);
        return { id, status, action_needed };
      }),
  };
}

async function storeReport(tx: ReportTransaction, { input, caller: { space_id } }: Call<Report>): Promise<Integration> {
  const isNew = await insertConnection(tx, space_id, newConnection(input, tx.now));
  const stored = (await findConnection(tx, space_id, input.integration.id, true))!;
  if (stored.integration.status === 'disconnected') return stored.integration;
  if (input.integration.status === 'disconnected') return disconnect(tx, space_id, stored, isNew);
  return storeChange(tx, space_id, stored, input);
}

const newConnection = ({ integration }: InputOf<Report>, now: string): Integration => ({
  ...integration,
  status: 'pending',
  last_ok_at: null,
  last_error: null,
  failures_in_a_row: 0,
  action_needed: null,
  created_at: now,
  updated_at: now,
});

/** Ends a connection. One that was never reported before has no event, and stays as a mark that later reports are too late. */
async function disconnect(tx: ReportTransaction, space: string, stored: StoredConnection, isNew: boolean): Promise<Integration> {
  const after: Integration = { ...stored.integration, status: 'disconnected', action_needed: null, next_check_at: null };
  await updateConnection(tx, space, after, stored.last_checked_at, tx.now);
  if (!isNew) tx.emit(integrationDisconnected, eventData(after));
  return after;
}

async function storeChange(
  tx: ReportTransaction,
  space: string,
  { integration: before, last_checked_at }: StoredConnection,
  { integration: { status: _reported, ...fields }, check }: InputOf<Report>,
): Promise<Integration> {
  const isNewCheck = check !== null && (last_checked_at === null || check.checked_at > last_checked_at);
  const after: Integration = { ...before, ...fields, ...(isNewCheck ? healthAfter(before, check) : {}) };
  if (!isNewCheck && isDeepStrictEqual(after, before)) return before;
  await updateConnection(tx, space, after, isNewCheck ? check.checked_at : last_checked_at, tx.now);
  if (isNewCheck) await insertCheck(tx, space, after.id, check);
  const type = eventOf(before, after);
  if (type) tx.emit(type, eventData(after));
  return after;
}

/** Returns the data of an event about a connection. */
export const eventData = ({ id, name, kind, provider, status, last_error, action_needed }: Integration) => ({
  integration_id: id,
  integration: name,
  kind,
  provider,
  status,
  error_code: status === 'failing' || status === 'refused' ? (last_error?.code ?? null) : null,
  action_needed,
});
