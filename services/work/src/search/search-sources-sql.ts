import { sql, type TextSources } from '@space/database';

/** The things of this service that a search finds, by kind. Those in the trash are not found. */
export const searchSources: TextSources = {
  task: {
    table: ['work', 'task'],
    title: sql.fragment`t.title`,
    detail: sql.fragment`(select p.key || '-' || t.number from work.project as p where p.space_id = t.space_id and p.id = t.project_id)`,
    // The expression of the index task_search.
    text: sql.fragment`lower(t.title)`,
    where: sql.fragment`t.trashed_at is null`,
    isLarge: true,
  },
  project: {
    table: ['work', 'project'],
    title: sql.fragment`t.name`,
    detail: sql.fragment`t.key`,
    text: sql.fragment`lower(t.name || E'\n' || t.key)`,
    where: sql.fragment`t.trashed_at is null`,
  },
};
