import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Takes ids of deliveries that are not stored yet, in order. An id that is not used is never taken again. */
export const takeDeliveryIds = (database: CommonQueryMethods, count: number) =>
  database.anyFirst(sql.prepared('take-delivery-ids', z.object({ id: z.number() }))`
    select nextval(pg_get_serial_sequence('events.delivery', 'id')) as id from generate_series(1, ${count}::int)`);
