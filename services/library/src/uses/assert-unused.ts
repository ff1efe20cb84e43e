import { MAX_NAMED_USES } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import type { AssetRow } from '../rows/asset-row.ts';
import { findFirstUses } from './uses.queries.ts';

/** Throws `attached` with the first uses if something shows one of these assets. */
export async function assertUnused(tx: CommonQueryMethods, space: string, assets: readonly AssetRow[]): Promise<void> {
  const used = assets.filter(({ uses }) => uses > 0);
  const [first] = used;
  if (!first) return;
  const uses = await findFirstUses(
    tx,
    space,
    used.map(({ id }) => id),
    MAX_NAMED_USES,
  );
  const count = used.reduce((sum, asset) => sum + asset.uses, 0);
  const [shown] = uses;
  const others = used.length > 1 ? ` and ${used.length - 1} more` : '';
  throw new Problem(
    'attached',
    `"${first.name}"${others} is shown in ${count} ${count === 1 ? 'place' : 'places'}${shown ? `, such as the ${shown.kind} "${shown.name}"` : ''}; take it out there first, or send force.`,
    { uses, used_by_count: count },
  );
}
