import { sql, wireTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import { JsonRow } from './spaces.queries.ts';

/** Returns a key of a Space, the Space and the agent of the key as JSON. */
export const getOwnKey = (database: CommonQueryMethods, space: string, id: string) =>
  database.one(sql.type(JsonRow)`
    select jsonb_build_object(
      'key', jsonb_build_object(
        'id', k.id, 'created_at', ${wireTime(sql.fragment`k.created_at`)}, 'name', k.name, 'hint', k.hint, 'scopes', k.scopes,
        'catalog_mode', k.catalog_mode, 'approval', k.approval, 'expires_at', ${wireTime(sql.fragment`k.expires_at`)}),
      'space', jsonb_build_object('id', s.id, 'name', s.name),
      'agent', case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name) end)::text as json
    from gateway.api_key as k
    join gateway.space as s on s.id = k.space_id
    left join gateway.agent as a on a.id = k.agent_id
    where k.space_id = ${space} and k.id = ${id}`);

/** Returns the id and the name of a Space as JSON. */
export const getOwnSpace = (database: CommonQueryMethods, space: string) =>
  database.one(sql.type(JsonRow)`select json_build_object('id', id, 'name', name)::text as json from gateway.space where id = ${space}`);
