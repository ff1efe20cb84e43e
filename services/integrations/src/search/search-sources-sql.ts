import { sql, type TextSources } from '@space/database';

/** The things of this service that a search finds, by kind. */
export const searchSources: TextSources = {
  integration: { table: ['integrations', 'integration'], title: sql.fragment`t.name`, detail: sql.fragment`t.status` },
  secret: { table: ['integrations', 'secret'], title: sql.fragment`t.name`, address: sql.fragment`t.name` },
};
