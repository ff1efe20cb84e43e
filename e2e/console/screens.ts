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
  /** False for a screen that reads nothing but the person. */
  readonly reads?: false;
}

/** The screens of a Space. The lists of the catalog have one screen, so that one list of each kind stands for all. */
export const spaceScreens: readonly Screen[] = [
  { path: '', heading: 'Test Space', empty: 'You are an owner of this Space.', full: 'You are an owner of this Space.', reads: false },
  { path: '/contacts', heading: 'Contacts', empty: 'There is nothing in contacts yet.', full: 'Ada Lovelace' },
  { path: '/tables', heading: 'Tables', empty: 'There is nothing in tables yet.', full: 'Deals' },
  { path: '/tables/deals', heading: 'Deals', unnamed: 'Table', empty: 'Steam engine', full: 'Steam engine' },
  { path: '/forms', heading: 'Forms', empty: 'There is nothing in forms yet.', full: 'Summer party' },
  { path: '/calendar', heading: 'Calendar', empty: 'There is nothing in calendar yet.', full: 'Breakfast' },
  { path: '/automations', heading: 'Automations', empty: 'There is nothing in automations yet.', full: 'Greet' },
  { path: '/finance/orders', heading: 'Finance', empty: 'There is nothing in finance yet.', full: 'There is nothing in finance yet.' },
  { path: '/activity', heading: 'Activity', empty: 'There is nothing in activity yet.', full: 'contacts.create' },
  { path: '/settings/keys', heading: 'API keys', empty: 'No key yet.', full: 'Nightly import' },
  { path: '/settings/keys?new=1', heading: 'API keys', empty: 'What the key may do', full: 'What the key may do' },
  { path: '/settings/members', heading: 'Members', empty: 'A owner', full: 'Open invitations' },
  { path: '/settings/members?invite=1', heading: 'Members', empty: 'Invite a person', full: 'Invite a person' },
  { path: '/usage', heading: 'Usage', empty: 'Measured', full: 'Measured' },
  { path: '/nowhere', heading: 'There is nothing here', empty: 'Go to the start', full: 'Go to the start', reads: false },
];

/** The screens of a person outside of Spaces. */
export const personScreens: readonly Screen[] = [
  { path: '/me', heading: 'Profile', empty: 'You sign in as', full: 'You sign in as', reads: false },
  { path: '/me/security', heading: 'Sign-in and sessions', empty: 'this one', full: 'this one', reads: false },
];
