import { newId } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { Connection } from '../connections/connection.ts';
import { compareTexts } from '../ordering/compare-texts.ts';
import type { NewEntry } from '../provider-port/findings.ts';
import { insertAccounts, insertEntries, insertMovements } from './ledger.queries.ts';

/**
 * Enters money facts into the ledger, each once by its source. A movement is one debit and one credit of the same amount, so every
 * entry balances by its shape; Postgres refuses any change of what was entered. Returns the number of new entries.
 */
export async function storeEntries(
  tx: CommonQueryMethods & { readonly now: string },
  connection: Pick<Connection, 'space_id' | 'id'>,
  given: readonly NewEntry[],
): Promise<number> {
  const entries = [...new Map(given.map((entry) => [entry.source_id, entry])).values()]
    .toSorted((a, b) => compareTexts(a.source_id, b.source_id))
    .map((entry) => ({ ...entry, id: newId('jrn') }));
  if (entries.length === 0) return 0;
  const accounts = entries.flatMap(({ currency, movements }) =>
    movements.flatMap(({ debit, credit }) => [debit, credit].map((code) => ({ code, currency }))),
  );
  const unique = [...new Map(accounts.map((account) => [`${account.code} ${account.currency}`, account])).entries()];
  if (unique.length > 0)
    await insertAccounts(
      tx,
      connection,
      unique.toSorted(([a], [b]) => compareTexts(a, b)).map(([, account]) => account),
    );
  const added = new Set(await insertEntries(tx, connection, entries, tx.now));
  const movements = entries
    .filter(({ id }) => added.has(id))
    .flatMap(({ id, currency, movements: its }) => its.map((movement, n) => ({ ...movement, entry_id: id, n, currency })));
  if (movements.length > 0) await insertMovements(tx, connection, movements, tx.now);
  return added.size;
}
