import { type CallContext, request } from '@space/bus';
import { contactDirectory } from '@space/contracts/contacts';
import { agentDirectory, eventIds, publishingIds, schedulingIds, tableIds, workIds, workRecordIds } from '@space/contracts/platform';
import { findExistingIds } from '@space/database';
import type { Ports } from '@space/runtime';
import { findAssetRows } from '../rows/asset-rows.queries.ts';

/** The ports by which things of other services are looked up. */
export type ReferencePorts = Pick<Ports, 'bus' | 'database'>;

/** Returns those of some ids that exist. */
type Find = (ports: ReferencePorts, context: CallContext, ids: string[]) => Promise<Iterable<string>>;

/** A kind of things that contents name. */
interface ReferenceKind {
  readonly noun: string;
  readonly find: Find;
}

/** Agents that are asked for together. */
const AGENTS_TOGETHER = 20;

type IdDirectory = typeof tableIds;

const inDirectory =
  (directory: unknown, prefix?: string): Find =>
  async ({ bus }, context, ids) => {
    const asked = prefix === undefined ? ids : ids.filter((id) => id.startsWith(prefix));
    return asked.length === 0 ? [] : (await request(bus, context, directory as IdDirectory, 'find', { ids: asked })).ids;
  };

const findAgents: Find = async ({ bus }, context, ids) => {
  const found: string[] = [];
  for (let at = 0; at < ids.length; at += AGENTS_TOGETHER) {
    const part = ids.slice(at, at + AGENTS_TOGETHER);
    const answers = await Promise.all(part.map((id) => request(bus, context, agentDirectory, 'find', { id })));
    found.push(...answers.flatMap(({ agent, deleted }) => (agent && !deleted ? agent.id : [])));
  }
  return found;
};

const findContacts: Find = async ({ bus }, context, ids) => {
  const { contacts, merged } = await request(bus, context, contactDirectory, 'resolve', { ids });
  return [...contacts.map(({ id }) => id), ...merged.map(({ id }) => id)];
};

/** The kinds of things that a document or whiteboard names with `space:<kind>/<id>`. */
export const referenceKinds: Readonly<Record<string, ReferenceKind>> = {
  table: { noun: 'table', find: inDirectory(tableIds) },
  task: { noun: 'task', find: inDirectory(workRecordIds) },
  project: { noun: 'project', find: inDirectory(workIds) },
  form: { noun: 'form', find: inDirectory(schedulingIds, 'frm_') },
  'booking-page': { noun: 'booking page', find: inDirectory(schedulingIds, 'bkp_') },
  page: { noun: 'page', find: inDirectory(publishingIds, 'pag_') },
  automation: { noun: 'automation', find: inDirectory(eventIds) },
  contact: { noun: 'contact', find: findContacts },
  agent: { noun: 'agent', find: findAgents },
  asset: {
    noun: 'asset',
    async find({ database }, { caller }, ids) {
      const rows = await findAssetRows(database, caller.space_id, ids);
      return [...rows.values()].flatMap(({ id, trashed_at }) => (trashed_at === null ? id : []));
    },
  },
  document: {
    noun: 'document',
    find: ({ database }, { caller }, ids) => findExistingIds(database, 'library', ['document'], caller.space_id, ids),
  },
  whiteboard: {
    noun: 'whiteboard',
    find: ({ database }, { caller }, ids) => findExistingIds(database, 'library', ['whiteboard'], caller.space_id, ids),
  },
};
