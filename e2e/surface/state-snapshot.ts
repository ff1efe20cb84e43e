import { pathParameters } from '@space/contracts/core';
import type { TestSpace } from '../space.ts';
import { type Arguments, call, operations, type Routed } from './operations.ts';

/** Reads that differ from call to call: activity, signed links, tickets, current times, and what goes on by itself: events, deliveries, runs and the storage. */
export const volatileReads: ReadonlySet<string> = new Set([
  'activity.list',
  'activity.figures',
  'events.list',
  'events.search',
  'deliveries.search',
  'deliveries.figures',
  'deliveries.search_recoveries',
  'automations.search_runs',
  'storage.get_usage',
  'pages.preview',
  'blog_posts.preview',
  'booking_pages.preview',
  'document_live.read_ticket',
  'whiteboard_live.read_ticket',
]);

const reads = operations.filter(({ id, route }) => route.method === 'GET' && !volatileReads.has(id));
const lists = reads.filter(({ route }) => pathParameters(route.path).length === 0);
const domainOf = ({ route }: Routed): string => route.path.split('/')[1]!;

/** Returns every list of a Space, without volatile fields. */
export const stateSnapshot = (space: TestSpace): Promise<unknown> => readAll(space, lists, {});

/** Returns every list of a Space, and every read of the items that the arguments of an operation name. */
export function stateSnapshotAround(space: TestSpace, entry: Routed, args: Arguments): Promise<unknown> {
  const reachable = reads.filter((read) => {
    const names = pathParameters(read.route.path);
    return names.length > 0 && domainOf(read) === domainOf(entry) && names.every((name) => Object.hasOwn(args, name));
  });
  return readAll(space, [...lists, ...reachable], args);
}

/** Fields that differ from response to response; `usage` of a Space is measured after its changes. */
const volatileFields: ReadonlySet<string> = new Set(['counted_at', 'next_cursor', 'request_id', 'usage']);

async function readAll(space: TestSpace, entries: readonly Routed[], args: Arguments): Promise<unknown> {
  const answers = await Promise.all(
    entries.map(async (entry) => {
      const inPath = pathParameters(entry.route.path).map((name) => [name, args[name]]);
      return [entry.id, (await call(space.request, entry, Object.fromEntries(inPath))).body];
    }),
  );
  return JSON.parse(JSON.stringify(answers, (key, value) => (volatileFields.has(key) ? undefined : value)));
}
