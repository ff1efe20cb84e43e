import { activityExamples } from './tool-examples/activity.ts';
import { automationExamples } from './tool-examples/automations.ts';
import { blogExamples } from './tool-examples/blog.ts';
import { bookingExamples } from './tool-examples/bookings.ts';
import { calendarExamples } from './tool-examples/calendar.ts';
import { contactExamples } from './tool-examples/contacts.ts';
import { eventExamples } from './tool-examples/events.ts';
import { formExamples } from './tool-examples/forms.ts';
import { pageExamples } from './tool-examples/pages.ts';
import { socialExamples } from './tool-examples/social.ts';
import { tableRowExamples } from './tool-examples/table-rows.ts';
import { tableViewExamples } from './tool-examples/table-views.ts';
import { tableExamples } from './tool-examples/tables.ts';

/** Requests as people phrase them, by the tool that answers them: what search_tools finds it by. */
export const toolExamples: Readonly<Record<string, readonly string[]>> = {
  ...contactExamples,
  ...tableExamples,
  ...tableRowExamples,
  ...tableViewExamples,
  ...automationExamples,
  ...eventExamples,
  ...formExamples,
  ...bookingExamples,
  ...calendarExamples,
  ...pageExamples,
  ...blogExamples,
  ...socialExamples,
  ...activityExamples,
};
