import { type CallContext, request } from '@space/bus';
import { assetDirectory, MAX_SHOWN_ASSETS } from '@space/contracts/assets';
import { type ContactBlock, contactDirectory } from '@space/contracts/contacts';
import type { UnresolvedReference } from '@space/contracts/core';
import { agentDirectory, libraryIds, publishingIds, schedulingIds, schedulingRecordIds } from '@space/contracts/platform';
import { rowDirectory } from '@space/contracts/tables';
import type { AssigneeRef, Task } from '@space/contracts/work';
import type { Ports } from '@space/runtime';
import type { z } from 'zod';
import type { Assignee, TaskRow } from '../rows/task-row.ts';

/** A contact as events show it. */
type Contact = z.infer<typeof ContactBlock>;

/** The people and agents that a change names, as they are before its transaction. */
export interface People {
  /** The contact with an id, or with the id of one that was merged into it. */
  contact(id: string): Contact | undefined;
  /** Returns an assignee with a name; undefined for one that does not exist. */
  assignee(reference: AssigneeRef): Assignee | undefined;
}

/** A thing that a task is about. */
type About = Task['about'][number];

/** The nouns of errors for the things that a task is about. */
const nouns: Readonly<Record<About['kind'], string>> = {
  contact: 'contact',
  row: 'row of this table',
  form: 'form',
  page: 'page',
  form_submission: 'form submission',
  booking: 'booking',
  asset: 'asset',
  document: 'document',
  whiteboard: 'whiteboard',
  url: 'address',
};

/** A thing that a call names, with the place where it stands. */
interface Named {
  readonly path: string;
  readonly assignee?: AssigneeRef;
  readonly about?: About;
  readonly asset_id?: string;
}

/** Contacts that one request looks up. */
const CONTACTS_AT_ONCE = 5_000;

/** No one: for changes that name no person and no agent. */
const noOne: People = { contact: () => undefined, assignee: () => undefined };

/** The directories that a change asks before its transaction. */
export type Directories = Pick<Ports, 'bus'>;

/**
 * Looks up the people and agents of tasks and those that a call names. Returns them with the references of the call that do not
 * exist. It asks other services, so it must not run in a transaction.
 */
export async function findPeople(
  { bus }: Directories,
  context: CallContext,
  tasks: Iterable<TaskRow>,
  named: readonly Named[] = [],
): Promise<{ readonly people: People; readonly missing: readonly UnresolvedReference[] }> {
  const attached = named.flatMap(({ asset_id, path }) => (asset_id === undefined ? [] : [{ id: asset_id, path }]));
  const abouts = named.flatMap(({ about, path }) => (about ? [{ ...about, path }] : []));
  const assignees = named.flatMap(({ assignee, path }) => (assignee ? [{ ...assignee, path }] : []));
  const contactIds = new Set([
    ...assignees.filter(({ kind }) => kind === 'person').map(({ id }) => id),
    ...abouts.filter(({ kind }) => kind === 'contact').map(({ id }) => id),
    ...[...tasks].flatMap((task) => contactIdsOf(task)),
  ]);
  const agentIds = new Set(assignees.filter(({ kind }) => kind === 'agent').map(({ id }) => id));
  const idsOfKinds = (...kinds: string[]) => [...new Set(abouts.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id))];
  if (contactIds.size + agentIds.size + abouts.length + attached.length === 0) return { people: noOne, missing: [] };
  const [contacts, agents, forms, pages, records, rows, assets, contents] = await Promise.all([
    findContacts(bus, context, [...contactIds]),
    findAgents(bus, context, [...agentIds]),
    findIds(bus, context, schedulingIds, idsOfKinds('form')),
    findIds(bus, context, publishingIds, idsOfKinds('page')),
    findIds(bus, context, schedulingRecordIds, idsOfKinds('form_submission', 'booking')),
    findRows(bus, context, abouts),
    findAssets(bus, context, [...idsOfKinds('asset'), ...attached.map(({ id }) => id)]),
    findIds(bus, context, libraryIds, idsOfKinds('document', 'whiteboard')),
  ]);
  const people: People = {
    contact: (id) => contacts.get(id),
    assignee({ kind, id }) {
      const name = kind === 'person' ? contacts.get(id)?.name : agents.get(id);
      return name === undefined ? undefined : { kind, id, name };
    },
  };
  const exists: Readonly<Record<About['kind'], (about: About) => boolean>> = {
    contact: ({ id }) => contacts.has(id),
    row: ({ id, table_id }) => rows.has(`${table_id} ${id}`),
    form: ({ id }) => id.startsWith('frm_') && forms.has(id),
    page: ({ id }) => id.startsWith('pag_') && pages.has(id),
    form_submission: ({ id }) => id.startsWith('sub_') && records.has(id),
    booking: ({ id }) => id.startsWith('bok_') && records.has(id),
    asset: ({ id }) => assets.has(id),
    document: ({ id }) => id.startsWith('doc_') && contents.has(id),
    whiteboard: ({ id }) => id.startsWith('wbd_') && contents.has(id),
    url: () => true,
  };
  return {
    people,
    missing: [
      ...assignees
        .filter((one) => people.assignee(one) === undefined)
        .map(({ path, kind, id }) => ({ path: `${path}.id`, noun: kind === 'person' ? 'contact' : 'agent', id })),
      ...abouts.filter((about) => !exists[about.kind](about)).map(({ path, kind, id }) => ({ path: `${path}.id`, noun: nouns[kind], id })),
      ...attached.filter(({ id }) => !assets.has(id)).map(({ path, id }) => ({ path, noun: 'asset', id })),
    ],
  };
}

/** Returns the ids of all contacts of a task: a change of some of them leaves another one as the person that it concerns. */
const contactIdsOf = ({ about, assignees }: TaskRow): string[] => [
  ...about.filter(({ kind }) => kind === 'contact').map(({ id }) => id),
  ...assignees.filter(({ kind }) => kind === 'person').map(({ id }) => id),
];

/** Returns the id of the person that a task concerns: the first contact that it is about, else the first one to whom it is assigned. */
export const contactIdOf = ({ about, assignees }: Pick<TaskRow, 'about' | 'assignees'>): string | null =>
  about.find(({ kind }) => kind === 'contact')?.id ?? assignees.find(({ kind }) => kind === 'person')?.id ?? null;

async function findContacts(bus: Directories['bus'], context: CallContext, ids: string[]): Promise<ReadonlyMap<string, Contact>> {
  if (ids.length === 0) return new Map();
  const parts = Array.from({ length: Math.ceil(ids.length / CONTACTS_AT_ONCE) }, (_, at) =>
    ids.slice(at * CONTACTS_AT_ONCE, (at + 1) * CONTACTS_AT_ONCE),
  );
  const answers = await Promise.all(parts.map((part) => request(bus, context, contactDirectory, 'resolve', { ids: part })));
  const found = new Map(answers.flatMap(({ contacts }) => contacts.map((contact) => [contact.id, contact])));
  for (const { id, contact_id } of answers.flatMap(({ merged }) => merged)) {
    const survivor = found.get(contact_id);
    if (survivor) found.set(id, survivor);
  }
  return found;
}

async function findAgents(bus: Directories['bus'], context: CallContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const answers = await Promise.all(ids.map((id) => request(bus, context, agentDirectory, 'find', { id })));
  return new Map(answers.flatMap(({ agent, deleted }) => (agent && !deleted ? [[agent.id, agent.name] as const] : [])));
}

/** Returns the rows that exist, each as the ids of its table and its own. */
async function findRows(bus: Directories['bus'], context: CallContext, abouts: readonly About[]): Promise<ReadonlySet<string>> {
  const rows = abouts.flatMap(({ kind, id, table_id }) => (kind === 'row' && table_id !== undefined ? { table_id, id } : []));
  if (rows.length === 0) return new Set();
  const found = await request(bus, context, rowDirectory, 'find', { rows });
  return new Set(found.rows.map(({ table_id, id }) => `${table_id} ${id}`));
}

/** Returns the ids of the assets that exist and are not in the trash. */
async function findAssets(bus: Directories['bus'], context: CallContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const unique = [...new Set(ids)];
  const parts = Array.from({ length: Math.ceil(unique.length / MAX_SHOWN_ASSETS) }, (_, at) =>
    unique.slice(at * MAX_SHOWN_ASSETS, (at + 1) * MAX_SHOWN_ASSETS),
  );
  const answers = await Promise.all(parts.map((part) => request(bus, context, assetDirectory, 'find', { ids: part })));
  return new Set(answers.flatMap(({ items }) => items.flatMap(({ id, is_trashed }) => (is_trashed ? [] : id))));
}

async function findIds(
  bus: Directories['bus'],
  context: CallContext,
  directory: typeof schedulingIds | typeof schedulingRecordIds | typeof publishingIds | typeof libraryIds,
  ids: string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await request(bus, context, directory as typeof schedulingIds, 'find', { ids })).ids);
}
