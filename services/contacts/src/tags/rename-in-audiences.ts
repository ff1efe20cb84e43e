import { audienceUpdated } from '@space/contracts/contacts';
import { divideByBytes } from '@space/database';
import type { Transaction } from '@space/event-log';
import { renameTagIn } from '../conditions/rename-tag.ts';
import { type NamingAudience, readConditions, updateConditions } from './tag-conditions.queries.ts';

/**
 * Renames a tag in the conditions of locked audiences and emits an event for each, in parts of at most so many bytes: the
 * process has the conditions of one part in memory at a time.
 */
export async function renameInAudiences(
  tx: Transaction<typeof audienceUpdated>,
  space: string,
  audiences: readonly NamingAudience[],
  { from, to, part_bytes }: { readonly from: string; readonly to: string; readonly part_bytes: number },
): Promise<void> {
  for (const part of divideByBytes(audiences, part_bytes)) {
    const conditions = await readConditions(
      tx,
      space,
      part.map(({ id }) => id),
    );
    const renamed = conditions.map(({ id, condition }) => ({ id, condition: renameTagIn(condition, from, to) }));
    await updateConditions(tx, space, renamed, tx.now);
    for (const { id, name } of part) tx.emit(audienceUpdated, { audience_id: id, audience: name, changed: ['condition'] });
  }
}
