import { type Client, createClient } from '@space/client';
import { openDatabase, sql } from '@space/database';
import type { Profile } from '../profiles/profile.ts';

/** A profile with a Space for measurements. */
export interface Subject {
  readonly profile: Profile;
  readonly space_id: string;
  readonly api_key: string;
  readonly client: Client;
}

/** Creates a Space with `contacts` contacts in a running profile. */
export async function subject(profile: Profile, contacts: number): Promise<Subject> {
  const { base_url, operator_token, database_url } = profile.connection;
  const operator = createClient({ base_url, api_key: operator_token });
  const { id: space_id } = await operator.settings.create_space({ name: 'Benchmark' });
  const { api_key } = await operator.settings.create_key({
    space_id,
    scopes: [
      'contacts:read',
      'contacts:write',
      'tables:read',
      'tables:write',
      'pages:read',
      'pages:write',
      'pages:run',
      'calendar:write',
      'forms:read',
      'forms:write',
      'tasks:read',
      'tasks:write',
      'assets:read',
      'assets:write',
      'assets:run',
      'documents:read',
      'documents:write',
      'whiteboards:read',
      'whiteboards:write',
      'automations:read',
      'automations:write',
      'finance:read',
      'wallet:read',
    ],
  });
  if (contacts > 0) await fill(database_url!, space_id, contacts);
  return { profile, space_id, api_key, client: createClient({ base_url, api_key }) };
}

const FILLED_AT_ONCE = 5_000;

/** Inserts contacts into a Space with SQL instead of the API. */
export async function fill(databaseUrl: string, space: string, count: number): Promise<void> {
  const database = await openDatabase(databaseUrl);
  for (let from = 1; from <= count; from += FILLED_AT_ONCE)
    await database.query(sql.typeAlias('void')`
    insert into contacts.contact (id, space_id, name, email, phone, company, location, custom_fields, tags, created_at, updated_at)
    select ${space} || '_' || lpad(i::text, 8, '0'), ${space}, 'Person Number ' || i, 'person' || i || '@example.com', '+1 555 ' || lpad(i::text, 7, '0'),
           'Company ' || (i % 100), 'City ' || (i % 50), jsonb_build_object('plan', 'pro', 'seats', i % 20), array['customer'], now(), now()
    from generate_series(${from}::int, ${Math.min(count, from + FILLED_AT_ONCE - 1)}) as i`);
  await database.query(sql.typeAlias('void')`analyze contacts.contact`);
  await database.end();
}
