import { assetExamples } from '../assets/assets.examples.ts';
import { commerceExamples } from '../commerce/commerce.examples.ts';
import { contactExamples } from '../contacts/contacts.examples.ts';
import { documentExamples } from '../documents/documents.examples.ts';
import { automationExamples } from '../events/automations.examples.ts';
import { eventExamples } from '../events/events.examples.ts';
import { folderExamples } from '../folders/folders.examples.ts';
import { integrationExamples } from '../integrations/integrations.examples.ts';
import { secretExamples } from '../integrations/secrets.examples.ts';
import { activityExamples } from '../platform/activity.examples.ts';
import { lookExamples } from '../platform/look.examples.ts';
import { meExamples } from '../platform/me.examples.ts';
import { storageExamples } from '../platform/storage.examples.ts';
import { blogExamples } from '../publishing/blog.examples.ts';
import { pageExamples } from '../publishing/pages.examples.ts';
import { socialExamples } from '../publishing/social.examples.ts';
import { bookingExamples } from '../scheduling/bookings.examples.ts';
import { calendarExamples } from '../scheduling/calendar.examples.ts';
import { formExamples } from '../scheduling/forms.examples.ts';
import { tableRowExamples } from '../tables/rows.examples.ts';
import { tableExamples } from '../tables/tables.examples.ts';
import { tableViewExamples } from '../tables/views.examples.ts';
import { whiteboardSharingExamples } from '../whiteboards/whiteboard-sharing.examples.ts';
import { whiteboardExamples } from '../whiteboards/whiteboards.examples.ts';
import { taskExamples } from '../work/tasks.examples.ts';

/** Six to ten requests; any other number does not compile. */
type Examples = readonly [string, string, string, string, string, string, string?, string?, string?, string?];

/** Requests as people phrase them, by the tool that answers them; search_tools compares queries with them. */
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
  ...taskExamples,
  ...folderExamples,
  ...assetExamples,
  ...documentExamples,
  ...whiteboardExamples,
  ...whiteboardSharingExamples,
  ...pageExamples,
  ...blogExamples,
  ...socialExamples,
  ...integrationExamples,
  ...secretExamples,
  ...commerceExamples,
  ...activityExamples,
  ...storageExamples,
  ...lookExamples,
  ...meExamples,
} satisfies Readonly<Record<string, Examples>>;

/** Returns the requests by tool. Throws for a tool without requests and for requests of an unknown tool. */
export function examplesFor(tools: readonly string[]): (tool: string) => readonly string[] {
  const byName = new Map<string, readonly string[]>(Object.entries(examples));
  const unmatched = [...new Set([...tools, ...byName.keys()])].filter((name) => !byName.has(name) || !tools.includes(name));
  if (unmatched.length > 0) throw new Error(`The catalog and the tool examples differ about ${unmatched.join(', ')}.`);
  return (tool) => byName.get(tool)!;
}
