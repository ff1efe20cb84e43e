import { SHARED_SEARCH_STATEMENT_TIMEOUT_MS } from '@space/contracts/tables';
import { sqlState } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { limitStatements } from '../compute/recompute-jobs.queries.ts';
import type { SharedView } from './shared-view.ts';

const STATEMENT_TIMEOUT = '57014';

/** Runs the statements of a view. If the visitor searches, each has at most `SHARED_SEARCH_STATEMENT_TIMEOUT_MS`. */
export function limitSearch<Result>(
  { ports, request }: Pick<SharedView, 'ports' | 'request'>,
  read: (database: CommonQueryMethods) => Promise<Result>,
): Promise<Result> {
  if (request.search === '') return read(ports.database);
  return ports.database.transaction(async (tx) => {
    await limitStatements(tx, SHARED_SEARCH_STATEMENT_TIMEOUT_MS);
    return read(tx);
  });
}

/** True if Postgres ended a statement of a search at its limit. */
export const isSearchTooSlow = ({ request }: Pick<SharedView, 'request'>, error: unknown): boolean =>
  request.search !== '' && sqlState(error) === STATEMENT_TIMEOUT;
