import type { CallContext } from '@space/bus';
import type { LinkNames } from '../cells/cell-type.ts';
import type { Schema } from '../schema/schema.ts';
import { isStoredInVersions, type VersionCells } from './cell-changes.ts';
import { loadRelatedData, type RowReadPorts } from './related-data.ts';

const nobody = { kind: 'api_key', id: '', name: '' } as const;

/** Fields of a row that are irrelevant for its links. */
const blank = { id: '', seq: 0, created_at: 0, updated_at: 0, created_by: nobody, updated_by: nobody, errors: null };

/** Returns the current names of the rows and contacts that versions link to; deleted ones have none. */
export async function resolveLinkTitles(
  showing: RowReadPorts,
  asking: CallContext,
  schema: Schema,
  versions: readonly VersionCells[],
): Promise<LinkNames> {
  const rows = versions.map(({ data, computed }) => ({ ...blank, data, computed }));
  return (await loadRelatedData(showing, asking, schema, rows, schema.columns.filter(isStoredInVersions))).names;
}
