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

/** Six to ten requests; fewer or more do not compile. */
type Examples = readonly [string, string, string, string, string, string, string?, string?, string?, string?];

/** Requests as people phrase them, by the tool that answers them: what search_tools finds it by. */
const examples = {
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
} satisfies Readonly<Record<string, Examples>>;

/** The requests of each of the tools of the catalogue; a tool without any, and requests of a tool that there is not, throw. */
export function examplesFor(tools: readonly string[]): (tool: string) => readonly string[] {
  const byName = new Map<string, readonly string[]>(Object.entries(examples));
  const astray = [...new Set([...tools, ...byName.keys()])].filter((name) => !byName.has(name) || !tools.includes(name));
  if (astray.length > 0) throw new Error(`The catalogue and tool-examples differ about ${astray.join(', ')}.`);
  return (tool) => byName.get(tool)!;
}
