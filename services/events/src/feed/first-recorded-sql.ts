import { firstNumberFrom, sql } from '@space/database';
import type { FragmentSqlToken } from 'slonik';

/** Builds the number before which no event of a Space was recorded from `time` on. An event is recorded after it occurred, as far as clocks agree. */
export const firstRecordedFrom = (space: string, time: FragmentSqlToken): FragmentSqlToken =>
  firstNumberFrom(
    {
      from: sql.fragment`events.feed_event as f`,
      number: sql.fragment`f.seq`,
      time: sql.fragment`f.recorded_at`,
      where: sql.fragment`f.space_id = ${space}`,
    },
    time,
  );
