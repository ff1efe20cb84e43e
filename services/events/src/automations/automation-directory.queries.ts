import { sql } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const AutomationWithSecrets = z.object({ id: z.string(), name: z.string(), secrets: z.array(z.string()) });

/** Returns the automations of a Space with actions that name secrets, and the names of these, each once. */
export const findAutomationsWithSecrets = (database: CommonQueryMethods, space: string) =>
  database.any(sql.type(AutomationWithSecrets)`
    select id, name, secrets from (
      select a.id, a.name, array(
        select distinct named.match[1] from jsonb_path_query(a.actions::jsonb, '$[*].arguments.secret_headers.*') as header,
          regexp_matches(header #>> '{}', '[{][{]secret[.]([A-Z][A-Z0-9_]*)', 'g') as named (match) order by 1) as secrets
      from events.automation as a where a.space_id = ${space}
    ) as a where cardinality(secrets) > 0 order by id`);
