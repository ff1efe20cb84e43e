import type { TestPerson } from '../people.ts';

/** A screen of the console. */
export interface Screen {
  /** Its address; in a Space without `/spaces/{space_id}`. */
  readonly path: string;
  readonly heading: string;
  /** A text that it shows in an empty Space; `full` is one that it shows in a Space with something of each kind. */
  readonly empty: string;
  readonly full: string;
  /** The heading while the first read fails, if that read has the name of the thing. */
  readonly unnamed?: string;
  /** True for a screen with figures of its own run; it has no picture. */
  readonly varies?: true;
  /** False for a screen that reads nothing but the person. */
  readonly reads?: false;
}

/** The screens of a Space. The lists of the catalog have one screen, so that one list of each kind stands for all. */
export const spaceScreens: readonly Screen[] = [
  { path: '', heading: 'Test Space', empty: 'You are an owner of this Space.', full: 'You are an owner of this Space.', reads: false },
  { path: '/contacts', heading: 'Contacts', empty: 'No contact yet.', full: 'Ada Lovelace' },
  { path: '/contacts?new=contact', heading: 'Contacts', empty: 'Full name', full: 'Full name' },
  { path: '/contacts?new=import', heading: 'Contacts', empty: 'If a line is wrong', full: 'If a line is wrong' },
  { path: '/contacts/duplicates', heading: 'Duplicates', empty: 'No two contacts', full: 'No two contacts' },
  { path: '/audiences', heading: 'Audiences', empty: 'No audience yet.', full: 'Customers' },
  { path: '/audiences?new=1', heading: 'Audiences', empty: 'Complete the rules', full: 'Complete the rules' },
  { path: '/tables', heading: 'Tables', empty: 'No table yet.', full: 'Deals' },
  { path: '/tables?archived=1', heading: 'Tables', empty: 'No archived table.', full: 'No archived table.' },
  { path: '/tables?new=1', heading: 'Tables', empty: 'Create a table', full: 'Create a table' },
  { path: '/documents', heading: 'Documents', empty: 'No document yet.', full: 'Launch plan' },
  { path: '/documents?trash=1', heading: 'Trash', empty: 'The trash is empty.', full: 'Old plan' },
  { path: '/documents/search?q=may', heading: 'Search documents', empty: '0 documents', full: '1 document' },
  { path: '/whiteboards', heading: 'Whiteboards', empty: 'No whiteboard yet.', full: 'Sign-up flow' },
  { path: '/whiteboards?trash=1', heading: 'Trash', empty: 'The trash is empty.', full: 'Old board' },
  { path: '/assets', heading: 'Files', empty: 'No file yet.', full: 'Brand' },
  { path: '/assets?new=1', heading: 'Files', empty: 'Create the folder', full: 'Create the folder' },
  { path: '/assets?trash=1', heading: 'Trash', empty: 'The trash is empty.', full: 'old.txt' },
  { path: '/forms', heading: 'Forms', empty: 'A form asks people questions', full: 'Summer party' },
  { path: '/forms?new=1', heading: 'Forms', empty: 'Job application', full: 'Job application' },
  { path: '/form-templates', heading: 'Templates', empty: 'Event RSVP', full: 'Event RSVP' },
  { path: '/calendar?view=month&day=2026-05-06', heading: 'Calendar', empty: 'Times are in', full: 'Drag an entry' },
  { path: '/calendar?view=week&day=2026-05-06', heading: 'Calendar', empty: 'Drag an entry', full: 'Trade fair' },
  { path: '/calendar?view=agenda&day=2026-05-06', heading: 'Calendar', empty: 'Nothing in the 30 days', full: 'Breakfast' },
  { path: '/calendar?new=2026-05-06&view=week&day=2026-05-06', heading: 'Calendar', empty: 'Create the event', full: 'Create the event' },
  { path: '/booking-pages', heading: 'Booking pages', empty: 'No booking page yet.', full: 'Intro call' },
  { path: '/booking-pages?new=1', heading: 'Booking pages', empty: 'Create the page', full: 'Create the page' },
  { path: '/bookings', heading: 'Bookings', empty: 'No booking yet.', full: 'ada@example.com' },
  { path: '/tables/deals', heading: 'Deals', unnamed: 'Table', empty: 'Steam engine', full: 'Steam engine' },
  { path: '/automations', heading: 'Automations', empty: 'No automation yet.', full: 'Greet' },
  { path: '/social/posts', heading: 'Social', empty: 'A post is drafted here', full: 'It weaves.' },
  { path: '/social/posts?view=week&day=2030-05-06', heading: 'Social', empty: 'Today', full: 'Mornings' },
  { path: '/social/planners', heading: 'Planners', empty: 'A planner publishes one post', full: 'Mornings' },
  { path: '/social/accounts', heading: 'Accounts', empty: 'No account is connected yet.', full: 'No account is connected yet.' },
  { path: '/social/analytics', heading: 'Analytics', empty: 'Reactions appear here', full: 'Reactions appear here' },
  { path: '/pages', heading: 'Pages', empty: 'No page yet.', full: 'Opening hours' },
  { path: '/pages?new=1', heading: 'Pages', empty: 'No site', full: 'Engine house' },
  { path: '/sites', heading: 'Sites', empty: 'No site yet.', full: 'Engine house' },
  { path: '/blog/posts', heading: 'Blog', empty: 'No post yet.', full: 'The engine weaves' },
  { path: '/blog/collections', heading: 'Collections', empty: 'No blog yet.', full: 'Loom news' },
  { path: '/automations?new=welcome', heading: 'New automation', empty: 'Tag a contact', full: 'Tag a contact' },
  { path: '/automation-runs', heading: 'Automation runs', empty: 'No run yet.', full: 'Greet' },
  { path: '/finance/orders', heading: 'Finance', empty: 'There is nothing in finance yet.', full: 'There is nothing in finance yet.' },
  { path: '/activity', heading: 'Activity', empty: 'No call yet.', full: 'contacts.create' },
  { path: '/settings/keys', heading: 'API keys', empty: 'No key yet.', full: 'Nightly import' },
  { path: '/settings/keys?new=1', heading: 'API keys', empty: 'What the key may do', full: 'What the key may do' },
  { path: '/settings/members', heading: 'Members', empty: 'A owner', full: 'Open invitations' },
  { path: '/settings/members?invite=1', heading: 'Members', empty: 'Invite a person', full: 'Invite a person' },
  { path: '/usage', heading: 'Usage', empty: 'Measured', full: 'Calls of the last day', varies: true },
  { path: '/settings/space', heading: 'Space', empty: 'Delete this Space', full: 'Delete this Space' },
  { path: '/nowhere', heading: 'There is nothing here', empty: 'Go to the start', full: 'Go to the start', reads: false },
];

/** The screens of a person outside of Spaces. */
export const personScreens: readonly Screen[] = [
  { path: '/me', heading: 'Profile', empty: 'You sign in as', full: 'You sign in as', reads: false },
  { path: '/me/security', heading: 'Sign-in and sessions', empty: 'this one', full: 'this one', reads: false },
];

/** Returns the address of a screen for a person. */
export const addressOf = ({ space_id }: Pick<TestPerson, 'space_id'>, { path }: Screen): string =>
  personScreens.some((screen) => screen.path === path) ? path : `/spaces/${space_id}${path}`;
