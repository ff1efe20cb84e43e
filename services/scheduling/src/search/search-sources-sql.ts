import { sql, type TextSources } from '@space/database';

/** The things of this service that a search finds, by kind. */
export const searchSources: TextSources = {
  form: { table: ['scheduling', 'form'], title: sql.fragment`t.name`, detail: sql.fragment`t.status` },
  booking_page: { table: ['scheduling', 'booking_page'], title: sql.fragment`t.name`, detail: sql.fragment`t.status` },
  booking: {
    table: ['scheduling', 'booking'],
    title: sql.fragment`t.guest_name`,
    detail: sql.fragment`t.guest_email || ', ' || t.status`,
    // The expression of the index booking_search.
    text: sql.fragment`lower(t.guest_name || E'\n' || t.guest_email)`,
    isLarge: true,
  },
  calendar_event: {
    table: ['scheduling', 'calendar_event'],
    title: sql.fragment`t.title`,
    detail: sql.fragment`to_char(t.starts_at at time zone t.timezone, 'YYYY-MM-DD')`,
    // A booking or a task has an event, and is found itself.
    where: sql.fragment`t.booking_page_id is null and t.task_id is null`,
    isLarge: true,
  },
};
