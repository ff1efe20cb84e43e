import type { Answer, Call } from '@space/bus';
import type { contacts } from '@space/contracts/contacts';
import type { Writer } from '@space/event-log';
import { type LineError, readCsv, toFaults } from '@space/text/csv';
import { findTwins } from './bulk.queries.ts';
import { createChangeRecorder } from './change-recorder.ts';
import { type LineEntry, readEntries } from './csv-entries.ts';
import { mapCsvHeader } from './csv-header.ts';
import { type Upserted, upsertContacts } from './upsert-contacts.ts';

type Operation = (typeof contacts)['operations']['import'];

/** Imports contacts from CSV: all lines are parsed first, then the valid ones are written in one transaction. */
export async function importContacts(writer: Writer, call: Call<Operation>): Promise<Answer<Operation>> {
  const { csv, mode, existing, columns } = call.input;
  const table = await readCsv(csv);
  const header = mapCsvHeader(table.header, columns);
  const { entries, errors } = await readEntries(table, header);
  const report = (outcomes: readonly Upserted[], errors: readonly LineError[], change_id: string | null = null) => {
    const count = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
    return {
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      failed: new Set(errors.map(({ at }) => at)).size,
      errors: toFaults(errors),
      ignored_columns: [...header.ignored],
      change_id,
    };
  };
  if (entries.length === 0 || (mode === 'all_or_nothing' && errors.length > 0)) return report([], errors);
  return writer.write(call, async function importInTransaction(tx) {
    const space = call.caller.space_id;
    const twins = await findTwins(
      tx,
      space,
      entries.map(({ email }) => email),
    );
    const found = [...errors, ...twins.map((twin) => sameContact(entries[twin.position]!, entries[twin.first]!))];
    if (mode === 'all_or_nothing' && found.length > 0) return report([], found);
    const left = new Set(twins.map(({ position }) => position));
    const valid = entries.filter((_entry, at) => !left.has(at));
    const recorder = createChangeRecorder(tx, space);
    const outcomes = await upsertContacts(tx, space, valid, { recorder, skipExisting: existing === 'skip' });
    return report(outcomes, found, await recorder.finish());
  });
}

const sameContact = ({ line }: LineEntry, first: LineEntry): LineError => ({
  at: `lines.${line}`,
  column_key: 'email',
  code: 'duplicate_line',
  message: `finds the contact of line ${first.line}, because contacts were merged`,
});
