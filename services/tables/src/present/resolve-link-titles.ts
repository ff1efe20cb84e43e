import type { CallContext } from '@space/bus';
import type { LinkNames } from '../cells/cell-type.ts';
import type { Schema } from '../schema/schema.ts';
import { isStoredInVersions, type VersionCells } from './cell-changes.ts';
import { loadRelatedData, type RowReadPorts } from './related-data.ts';

const NO_ACTOR = { kind: 'api_key', id: '', name: '' } as const;

/** Fields of a row that are irrelevant for its links. */
const BLANK_ROW = { id: '', seq: 0, created_at: 0, updated_at: 0, created_by: NO_ACTOR, updated_by: NO_ACTOR, errors: null };

/** Returns the current names of the rows and contacts that versions link to; deleted ones have none. */
export async function resolveLinkTitles(
  ports: RowReadPorts,
  call: CallContext,
  schema: Schema,
  versions: readonly VersionCells[],
): Promise<LinkNames> {
  const rows = versions.map(({ data, computed }) => ({ ...BLANK_ROW, data, computed }));
  return (await loadRelatedData(ports, call, schema, rows, schema.columns.filter(isStoredInVersions))).names;
}
