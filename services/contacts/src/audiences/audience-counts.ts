import { Json } from '@space/bus';
import type { Audience } from '@space/contracts/contacts';
import { type Clock, isoTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import { countMembers } from './audience-members.queries.ts';
import type { StoredAudience, VersionedAudience } from './audiences.queries.ts';

type WireAudience = z.output<typeof Audience>;

/** Completes stored audiences with the number of contacts in them now. */
export function createAudiencePresenter(clock: Clock) {
  return { withCounts, respond };

  /** Returns audiences as the wire shows them. */
  async function withCounts(database: CommonQueryMethods, space: string, stored: readonly StoredAudience[]): Promise<WireAudience[]> {
    const counts = await countMembers(database, space, stored);
    const counted_at = isoTime(clock.now());
    return stored.map((audience) => ({ ...audience, contact_count: counts.get(audience.id) ?? 0, counted_at }));
  }

  /** Returns the answer about one audience, with further members; its ETag depends on the count, which If-Match ignores. */
  async function respond(
    database: CommonQueryMethods,
    space: string,
    { audience, version }: VersionedAudience,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<Json<never>> {
    const [shown] = await withCounts(database, space, [audience]);
    return new Json<never>(JSON.stringify({ ...shown, ...more }), version, shown!.contact_count);
  }
}
