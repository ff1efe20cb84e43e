import { routes } from '../made/routes.ts';

/** A place of a Space: a list or a screen that the rail leads to. */
export interface Place {
  /** The path over REST below the Space, which is also the start of its address (routing/paths.ts). */
  readonly path: string;
  readonly label: string;
  /** The scope that its list needs; a place of the settings names the role instead. */
  readonly scope?: string;
  readonly role?: 'admin';
  /** The letter after `g` that opens it. */
  readonly letter?: string;
  /** Lists next to the first one, which share its place. */
  readonly lists?: readonly (readonly [path: string, label: string])[];
}

/** A group of places with its heading. */
export interface PlaceGroup {
  readonly label: string;
  readonly places: readonly Place[];
}

const designed: readonly PlaceGroup[] = [
  {
    label: 'Work',
    places: [
      { path: '/tables', label: 'Tables', letter: 't' },
      {
        path: '/contacts',
        label: 'Contacts',
        letter: 'c',
        lists: [
          ['/contacts/duplicates', 'Duplicates'],
          ['/tags', 'Tags'],
          ['/audiences', 'Audiences'],
        ],
      },
      {
        path: '/tasks',
        label: 'Tasks',
        letter: 'o',
        lists: [
          ['/projects', 'Projects'],
          ['/task-labels', 'Labels'],
        ],
      },
      { path: '/documents', label: 'Documents', letter: 'n', lists: [['/documents/search', 'Search']] },
      { path: '/whiteboards', label: 'Whiteboards', letter: 'r' },
      { path: '/assets', label: 'Files', letter: 'i', lists: [['/folders', 'Folders']] },
      { path: '/forms', label: 'Forms', letter: 'f', lists: [['/form-templates', 'Templates']] },
      { path: '/bookings', label: 'Bookings', letter: 'b', lists: [['/booking-pages', 'Booking pages']] },
      { path: '/calendar', label: 'Calendar', letter: 'l' },
      { path: '/automations', label: 'Automations', letter: 'a', lists: [['/automation-runs', 'Runs']] },
    ],
  },
  {
    label: 'Publish',
    places: [
      { path: '/pages', label: 'Pages', letter: 'p', lists: [['/sites', 'Sites']] },
      { path: '/blog/posts', label: 'Blog', lists: [['/blog/collections', 'Collections']] },
      {
        path: '/social/posts',
        label: 'Social',
        lists: [
          ['/social/planners', 'Planners'],
          ['/social/accounts', 'Accounts'],
          ['/social/analytics', 'Analytics'],
        ],
      },
    ],
  },
  {
    label: 'Money',
    places: [
      {
        path: '/finance/orders',
        label: 'Finance',
        lists: [
          ['/finance/invoices', 'Invoices'],
          ['/finance/subscriptions', 'Subscriptions'],
          ['/finance/products', 'Products'],
          ['/finance/refunds', 'Refunds'],
          ['/finance/disputes', 'Disputes'],
          ['/finance/ledger/entries', 'Ledger'],
          ['/finance/ledger/accounts', 'Ledger accounts'],
          ['/finance/reconciliations', 'Reconciliations'],
        ],
      },
      {
        path: '/wallet/transactions',
        label: 'Wallet',
        lists: [['/wallet/payouts', 'Payouts']],
      },
    ],
  },
  {
    label: 'Connect',
    places: [
      {
        path: '/event-subscriptions',
        label: 'Listeners',
        letter: 'w',
        lists: [
          ['/event-types', 'Event types'],
          ['/recoveries', 'Recoveries'],
        ],
      },
      { path: '/deliveries', label: 'Deliveries', letter: 'd' },
      { path: '/events', label: 'Events', letter: 'e' },
      { path: '/activity', label: 'Activity', letter: 'y' },
      { path: '/integrations', label: 'Integrations' },
      { path: '/secrets', label: 'Secrets' },
    ],
  },
  {
    label: 'Settings',
    places: [
      { path: '/settings/keys', label: 'API keys', role: 'admin', letter: 'k' },
      { path: '/settings/agents', label: 'Agents', role: 'admin' },
      { path: '/settings/members', label: 'Members', letter: 'm' },
      { path: '/usage', label: 'Usage' },
      { path: '/settings', label: 'Space' },
    ],
  },
];

/** Lists that another place shows: the screen of the events is that of their search. */
const shownElsewhere: ReadonlySet<string> = new Set(['/events/search']);

/** Lists without parameters in their path, each with its scope: every one must have a place. */
const topLists = Object.values(routes).flatMap((operations) =>
  Object.values(operations).filter(
    ([method, path, , answer]) =>
      method === 'GET' && answer !== 'one' && answer !== 'file' && !path.includes(':') && !path.startsWith('/settings/'),
  ),
);

const scopeByPath: ReadonlyMap<string, string> = new Map(
  Object.values(routes).flatMap((operations) =>
    Object.values(operations)
      .filter(([method]) => method === 'GET')
      .map(([, path, scope]) => [path, scope] as const),
  ),
);

/** Every group of places. A list that no designed place names gets one in the group "More" the day its contract has it. */
export const placeGroups: readonly PlaceGroup[] = withMore();

function withMore(): readonly PlaceGroup[] {
  const named = new Set(designed.flatMap(({ places }) => places.flatMap(({ path, lists = [] }) => [path, ...lists.map(([one]) => one)])));
  const more = topLists
    .filter(([, path]) => !named.has(path) && !shownElsewhere.has(path))
    .map(([, path]): Place => ({ path, label: labelOf(path) }));
  return more.length > 0 ? [...designed.slice(0, -1), { label: 'More', places: more }, ...designed.slice(-1)] : designed;
}

/** Returns a label for a path, such as "Line items" for `/finance/line-items`. */
function labelOf(path: string): string {
  const words = path.split('/').at(-1)!.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The rights that decide which places a member sees. */
export interface Rights {
  readonly role: string;
  readonly scopes: readonly string[];
}

/** Returns true if a member can read a place: it has the scope of the list, or the role of the settings. */
export function canOpen({ role, scopes }: Rights, path: string, needed?: 'admin'): boolean {
  if (needed) return role === 'owner' || role === 'admin';
  const scope = scopeByPath.get(path);
  return scope === undefined || scope === '' || scopes.includes(scope);
}

/** Returns the groups with the places that a member can read. Others are absent, and a group without a place too. */
export const placesFor = (rights: Rights): readonly PlaceGroup[] =>
  placeGroups
    .map(({ label, places }) => ({ label, places: places.filter(({ path, role }) => canOpen(rights, path, role)) }))
    .filter(({ places }) => places.length > 0);

/** Returns the place to which a path over REST belongs, or undefined. */
export function placeOf(path: string): Place | undefined {
  const all = placeGroups.flatMap(({ places }) => places);
  const starts = (start: string) => path === start || (start !== '/settings' && path.startsWith(`${start}/`));
  return all.find(({ path: own, lists = [] }) => starts(own) || lists.some(([list]) => starts(list)));
}
