import { contactExamples } from '../contacts/contacts.examples.ts';
import { automationExamples } from '../events/automations.examples.ts';
import { eventExamples } from '../events/events.examples.ts';
import { activityExamples } from '../platform/activity.examples.ts';
import { blogExamples } from '../publishing/blog.examples.ts';
import { pageExamples } from '../publishing/pages.examples.ts';
import { socialExamples } from '../publishing/social.examples.ts';
import { bookingExamples } from '../scheduling/bookings.examples.ts';
import { calendarExamples } from '../scheduling/calendar.examples.ts';
import { formExamples } from '../scheduling/forms.examples.ts';
import { tableRowExamples } from '../tables/rows.examples.ts';
import { tableExamples } from '../tables/tables.examples.ts';
import { tableViewExamples } from '../tables/views.examples.ts';

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
