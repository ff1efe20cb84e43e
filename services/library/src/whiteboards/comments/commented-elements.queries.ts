import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** Returns those of some ids that are stored elements of a whiteboard. */
export const findElementIds = (database: CommonQueryMethods, space: string, whiteboard: string, ids: readonly string[]) =>
  database.anyFirst(sql.type(z.object({ id: z.string() }))`
    select id from library.whiteboard_element
    where space_id = ${space} and whiteboard_id = ${whiteboard} and id = any(${sql.array([...new Set(ids)], 'text')})`);
