import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { pathParameters } from '@space/contracts/core';
import { eventually } from '@space/runtime/testing';
import { newIntegration, newSecret } from '../integrations.ts';
import { madeByShop } from '../payments.ts';
import { operator } from '../profile.ts';
import { mastodon } from '../social-account.ts';
import { newKey, newSpace, type TestSpace } from '../space.ts';
import { asset, document, make, sticky, whiteboard } from './make.ts';
import { type Arguments, operations, type Routed } from './operations.ts';

/** A URL that refuses every connection immediately, at an address that the profile under test may contact. */
export const CLOSED_RECEIVER = 'https://127.0.0.1:9/hook';

/** A plan with one action. A key can only save scopes that it has, and some tests give it the scope of this operation only. */
const plan: Arguments = {
  actions: [
    {
      operation: 'automations.update',
      arguments: { id: 'aut_01jd0000000000000000000000', description: '{{contact.name}} was the last' },
    },
  ],
  scopes: ['automations:write'],
};

/** Arguments of operations without a usable example. The others are called with their example. */
const inputs: Readonly<Record<string, Arguments>> = {
  'automations.create': plan,
  'automations.try': plan,
  'contacts.untag': { tags: ['customer'] },
  'event_subscriptions.create': { url: CLOSED_RECEIVER },
  // An address is unique across all Spaces.
  'pages.publish': { published_slug: undefined },
  'documents.publish': { slug: undefined },
  // The element of the example does not exist; without it the comment is about the whole whiteboard.
  'whiteboard_comments.create': { element_id: undefined },
  'social.publish': { post_id: undefined, text: 'Not for today', scheduled_at: '2199-01-01T00:00:00Z' },
  'bookings.reschedule': { skip_availability_check: true },
};

/** Returns valid arguments of an operation, without those in its path. */
export function validInput({ id, operation, route }: Routed): Arguments {
  const inPath = pathParameters(route.path);
  const example = { ...(operation.example as Arguments | undefined), ...inputs[id] };
  return Object.fromEntries(Object.entries(example).filter(([name]) => !inPath.includes(name)));
}

/** Routes that create an item of a collection that has no POST itself. */
const createOperations: Readonly<Record<string, string>> = {
  '/automations/:id/runs': '/automations/:id/run',
  '/event-subscriptions/:id/deliveries': '/event-subscriptions/:id/test',
  '/pages/:id/versions': '/pages/:id/publish',
  '/social/posts': '/social/drafts',
  '/assets/:id/versions': '/assets/:id/replace',
  '/forms/:id/submissions': '/forms/:id/submit',
  '/event-subscriptions/:id/deliveries/:delivery_id/attempts': '/event-subscriptions/:id/test',
  '/event-subscriptions/:id/recoveries': '/event-subscriptions/:id/recover',
};

/** Steps before a call of an operation that none of its arguments names. */
const prerequisites: Readonly<Record<string, (space: TestSpace, args: Arguments) => Promise<unknown>>> = {
  'blog_posts.create': ({ client }) => client.blog_collections.create({ base_slug: 'news' }),
  'social.publish': newIntegration,
  'social.cancel': async (space, { id }) => {
    await newIntegration(space);
    await space.client.social.publish({ post_id: String(id), scheduled_at: '2199-01-01T00:00:00Z' });
  },
};

/** Items that operators or services create, by the collection that lists them. */
const madeByOthers: Readonly<Record<string, (space: TestSpace) => Promise<string>>> = {
  '/events': storedEvent,
  '/integrations': async (space) => (await newIntegration(space)).id,
  '/secrets': ({ space_id }) => newSecret(space_id),
  ...madeByShop,
};

/** Field with the id of a created item in the response, if it is not `id`. */
const idFields: Readonly<Record<string, string>> = {
  '/pages/:id/versions': 'published_version',
  '/assets/:id/versions': 'version',
  '/documents/:id/versions': 'version',
  '/whiteboards/:id/versions': 'version',
};

const row = async (space: TestSpace, table_id: unknown): Promise<string> =>
  (await space.client.rows.create({ table_id: String(table_id), data: { name: 'Engine No. 1' } })).id;

/** Creates a booking page that is open at any time. */
const openPage = async (space: TestSpace): Promise<string> => {
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
  const page = await space.client.booking_pages.create({
    name: 'Intro call',
    availability: { weekly: [{ days: [...days], start: '00:00', end: '24:00' }] },
  });
  return page.id;
};

/** Creates a booking page and returns a slot on it that stays bookable for a while. */
const freeTime = async (space: TestSpace): Promise<Arguments> => {
  const booking_page_id = await openPage(space);
  const { slots } = await space.client.booking_pages.preview({ id: booking_page_id });
  return { booking_page_id, starts_at: slots[4]!.starts_at };
};

/** Submits a form with double opt-in and returns the id of the unconfirmed submission. */
const waitingSubmission = async ({ client }: TestSpace, form: string): Promise<string> => {
  await client.forms.update({ id: form, double_opt_in: true });
  return (await client.forms.submit({ id: form, data: { name: 'Ada Lovelace', email: 'ada@example.com' } })).id;
};

/** Starts a run that waits to be retried: its action asks again too early for a confirmation. */
async function waitingRun(space: TestSpace): Promise<Arguments> {
  const { automations, forms, form_submissions } = space.client;
  const { id: form } = await forms.create({
    name: 'Survey',
    fields: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'email', label: 'Email', type: 'email' },
    ],
  });
  const submission = { id: form, submission_id: await waitingSubmission(space, form) };
  await form_submissions.resend(submission);
  const actions = [{ operation: 'form_submissions.resend', arguments: submission }];
  const { id } = await automations.create({ name: 'Resend', trigger: { manual: true }, actions });
  const { run_id } = await automations.run({ id });
  // From then on it stays as it is for five seconds.
  await eventually(async () => expect((await automations.get_run({ id, run_id })).error).toContain('tried again 5 s later'));
  return { id, run_id };
}

/** Creates a feed and an event in it, and returns the id of the event. */
async function storedEvent({ client }: TestSpace): Promise<string> {
  await client.event_subscriptions.create({ kind: 'feed', name: 'Log', event_types: ['contact_created'] });
  await client.contacts.create({ name: 'Ada Lovelace', email: `ada.${randomUUID()}@example.com` });
  const { data } = await eventually(async () => {
    const page = await client.events.search({ types: ['contact_created'] });
    expect(page.data).not.toEqual([]);
    return page;
  });
  return data[0]!.id;
}

/** Arguments with ids that are not in the path and must be created first. */
const extraArguments: Readonly<Record<string, (space: TestSpace, args: Arguments) => Promise<Arguments>>> = {
  'contacts.merge': async ({ client }) => ({
    contact_id: (await client.contacts.create({ name: 'Ada L.', email: 'ada.l@example.com' })).id,
  }),
  'contacts.revert_bulk': async ({ client }) => ({
    change_id: (await client.contacts.upsert({ contacts: [{ email: 'ada.l@example.com' }] })).change_id,
  }),
  'tags.restore': async ({ client }, { id }) => {
    await client.tags.delete({ id: String(id) });
    return {};
  },
  'automations.rerun': async ({ client }, { id, run_id }) => {
    await eventually(async () =>
      expect((await client.automations.get_run({ id: String(id), run_id: String(run_id) })).finished_at).not.toBeNull(),
    );
    return {};
  },
  'automations.cancel': waitingRun,
  'deliveries.get_attempt': async () => ({ number: 1 }),
  'rows.update_bulk': async (space, { table_id }) => ({
    updates: [{ row_id: await row(space, table_id), data: { name: 'Engine No. 9' } }],
  }),
  'bookings.create': freeTime,
  'form_submissions.resend': async (space, args) => ({ submission_id: await waitingSubmission(space, String(args.id)) }),
  'form_submissions.create_link': async (space, args) => ({ submission_id: await waitingSubmission(space, String(args.id)) }),
  'booking_pages.delete_feed': async (space, { id }) => {
    await space.client.booking_pages.create_feed({ id: String(id) });
    return {};
  },
  'calendar.delete_feed': async ({ client }) => {
    await client.calendar.create_feed({});
    return {};
  },
  // The receiver of the example does not exist.
  'http_requests.send': async ({ space_id }) => {
    await newSecret(space_id);
    return { method: 'GET', url: `${(await mastodon()).url}/api/v2/instance`, body: undefined };
  },
  'rows.delete_bulk': async (space, { table_id }) => ({ row_ids: [await row(space, table_id)] }),
  'rows.revert_bulk': async (space, { table_id }) => {
    const row_id = await row(space, table_id);
    const { data } = await space.client.rows.history({ table_id: String(table_id), row_id });
    return { versions: [{ row_id, version: data[0]!.version }] };
  },
  'assets.move_bulk': async (space) => ({ ids: [await asset(space)] }),
  'assets.delete_bulk': async (space) => ({ ids: [await asset(space)] }),
  'assets.restore_bulk': async (space) => ({ ids: [await asset(space)] }),
  'documents.import': async (space) => ({ asset_id: await asset(space) }),
  'documents.revert': async ({ client }, { id }) => {
    const { version } = await client.documents.edit({ id: String(id), edits: [{ op: 'append', markdown: 'One more line.' }] });
    return { version };
  },
  'documents.move_bulk': async (space) => ({ ids: [await document(space)] }),
  'documents.delete_bulk': async (space) => ({ ids: [await document(space)] }),
  'documents.restore_bulk': async (space) => ({ ids: [await document(space)] }),
  'document_versions.diff': async () => ({ from_version: 1 }),
  'whiteboards.move_bulk': async (space) => ({ ids: [await whiteboard(space)] }),
  'whiteboards.delete_bulk': async (space) => ({ ids: [await whiteboard(space)] }),
  'whiteboards.restore_bulk': async (space) => ({ ids: [await whiteboard(space)] }),
  'whiteboards.arrange': async (space, { id }) => ({ element_ids: [(await sticky(space, id)).element_id] }),
  'whiteboards.revert': async (space, { id }) => ({ version: (await sticky(space, id)).version }),
  'whiteboard_elements.update_bulk': async (space, { id }) => ({
    elements: [{ element_id: (await sticky(space, id)).element_id, text: 'Ask for the email' }],
  }),
  'whiteboard_elements.delete_bulk': async (space, { id }) => ({ element_ids: [(await sticky(space, id)).element_id] }),
  'whiteboard_versions.diff': async () => ({ from_version: 1 }),
  'tasks.update_bulk': async (space) => ({ updates: [{ id: await task(space), priority: 'high' }] }),
  'tasks.delete_bulk': async (space) => ({ ids: [await task(space)] }),
  'tasks.restore_bulk': async (space) => ({ ids: [await task(space)] }),
  'tasks.move': async (space) => ({ after_id: await task(space) }),
  'tasks.claim': async (space) => {
    await task(space);
    const { id } = await operator.settings.create_agent({ space_id: space.space_id, name: 'Scout' });
    return { assignee: { kind: 'agent', id } };
  },
  'task_links.create': async (space) => ({ task_id: await task(space) }),
  'rows.revert': async (space, { table_id, row_id }) => {
    const { data } = await space.client.rows.history({ table_id: String(table_id), row_id: String(row_id) });
    return { version: data[0]!.version };
  },
};

/** Creates a task and returns its id. */
const task = async ({ client }: TestSpace): Promise<string> => (await client.tasks.create({ title: 'Call the printer' })).id;

/** Operations that only the author of a thing calls. */
const authored: ReadonlySet<string> = new Set(['task_comments.update', 'document_comments.update', 'whiteboard_comments.update']);

/** The holder of the keys that make the things of an operation and call it: one agent where only the author calls it. */
interface Holder {
  readonly maker: TestSpace;
  /** The options of further keys. */
  readonly options: { readonly agent_id?: string };
}

/** Returns the holder of the keys for an operation in a Space. */
export async function holderFor(space: TestSpace, id: string): Promise<Holder> {
  if (!authored.has(id)) return { maker: space, options: {} };
  const agent = await operator.settings.create_agent({ space_id: space.space_id, name: 'Author' });
  const options = { agent_id: agent.id };
  return { maker: await newKey(space.space_id, options), options };
}

/** Creates items for every id in the path of an operation over the API, and returns the arguments with their ids. */
export async function createFixtures(space: TestSpace, { id, route }: Routed): Promise<Arguments> {
  let args: Arguments = {};
  for (const name of pathParameters(route.path)) {
    const collection = route.path.slice(0, route.path.indexOf(`/:${name}`));
    const makeOther = madeByOthers[collection];
    if (makeOther) {
      args = { ...args, [name]: await makeOther(space) };
      continue;
    }
    const maker = operations.find((one) => one.route.method === 'POST' && one.route.path === (createOperations[collection] ?? collection));
    if (!maker) throw new Error(`No operation creates :${name} of ${id}; add it to createOperations in ${import.meta.filename}.`);
    await prerequisites[maker.id]?.(space, args);
    const known = Object.entries(args).filter(([key]) => Object.hasOwn(maker.operation.input.shape, key));
    const needed = { ...Object.fromEntries(known), ...(await extraArguments[maker.id]?.(space, args)) };
    const made = await make(space, maker, { ...validInput(maker), ...needed });
    if (made.status >= 300) throw new Error(`${maker.id} answered ${made.status}: ${made.text}`);
    args = { ...args, [name]: idIn(made.body, idFields[collection] ?? name) };
  }
  await prerequisites[id]?.(space, args);
  return { ...args, ...(await extraArguments[id]?.(space, args)) };
}

const shared = new Map<string, Promise<Fixtures>>();

/** A Space and the arguments that name its items. */
interface Fixtures {
  readonly space: TestSpace;
  readonly args: Arguments;
}

/** Returns fixtures of an operation in a Space that all tests of a file share: for calls that are rejected and change nothing. */
export function sharedFixtures(entry: Routed): Promise<Fixtures> {
  const fixtures =
    shared.get(entry.id) ??
    newSpace().then(async (space) => ({ space, args: { ...validInput(entry), ...(await createFixtures(space, entry)) } }));
  shared.set(entry.id, fixtures);
  return fixtures;
}

/** Returns the id in a response: its own, or that of an object in it. */
function idIn(answer: Readonly<Record<string, unknown>>, name: string): unknown {
  const inside = Object.values(answer)
    .flat()
    .filter((value): value is Record<string, unknown> => typeof value === 'object' && value !== null);
  const found = [answer, ...inside].map((thing) => thing[name] ?? thing.id).find((id) => id !== undefined);
  if (found === undefined) throw new Error(`There is no ${name} in ${JSON.stringify(answer)}.`);
  return found;
}
