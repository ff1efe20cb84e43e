import { sql, type TextSources } from '@space/database';

/** The things of this service that a search finds, by kind. */
export const searchSources: TextSources = {
  automation: {
    table: ['events', 'automation'],
    title: sql.fragment`t.name`,
    detail: sql.fragment`case when t.enabled then 'enabled' else 'disabled' end`,
  },
  event_subscription: { table: ['events', 'listener'], title: sql.fragment`t.name`, detail: sql.fragment`t.kind` },
};
