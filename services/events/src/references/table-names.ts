import { type Bus, type Call, type CallContext, request } from '@space/bus';
import { invalidFields, Problem } from '@space/contracts/core';
import { tables } from '@space/contracts/tables';

type Filters = Record<string, unknown>;

/** The parts of an input that have filters: a listener's by event type, or those of an automation's trigger. */
interface FilteredInput {
  filters?: Filters;
  trigger?: { filters?: Filters };
}

/** Different names that one call may have; the others stay as they are, and no table is found by them. */
const READ_NAMES = 20;

/**
 * Returns a handler that accepts the slug or the name of a table for `table_id` in filters, where only one table is meant. The caller
 * receives a sentence about each name with the answer.
 */
export function acceptingTableNames<Given extends Call, Answer>(
  bus: Pick<Bus, 'request'>,
  handler: (call: Given) => Promise<Answer>,
): (call: Given) => Promise<Answer> {
  return async function handleWithNames(call) {
    const input = call.input as FilteredInput;
    const reader = createNameReader(bus, call);
    for (const [at, filters] of filtersOf(input))
      if (filters.table_id !== undefined) filters.table_id = await reader(`${at}.table_id`, filters.table_id);
    return handler(call);
  };
}

/** Yields the filters of an input by the keys of one event type, each with its path. */
function* filtersOf({ filters, trigger }: FilteredInput): Generator<[string, Filters]> {
  if (trigger?.filters) yield ['trigger.filters', trigger.filters];
  for (const [type, byKey] of Object.entries(filters ?? {}))
    if (typeof byKey === 'object' && byKey !== null && !Array.isArray(byKey)) yield [`filters.${type}`, byKey as Filters];
}

/** Returns a function that replaces names of tables in a value of a filter. It throws `invalid` for a name that several tables have. */
function createNameReader(bus: Pick<Bus, 'request'>, call: Call) {
  const idOf = new Map<string, string>();
  async function readName(path: string, name: unknown): Promise<unknown> {
    if (typeof name !== 'string' || name.startsWith('tbl_') || (!idOf.has(name) && idOf.size >= READ_NAMES)) return name;
    const known = idOf.get(name);
    const id = known ?? (await findTable(bus, call, name, path)) ?? name;
    idOf.set(name, id);
    if (known === undefined && id !== name) call.understood.push(`${path}: ${JSON.stringify(name)} was read as ${id}`);
    return id;
  }
  return async function readNames(path: string, given: unknown): Promise<unknown> {
    if (!Array.isArray(given)) return readName(path, given);
    const ids: unknown[] = [];
    for (const [index, name] of given.entries()) ids.push(await readName(`${path}.${index}`, name));
    return ids;
  };
}

/** Returns the id of the table with a slug or a name; undefined if there is none. Throws `invalid` if there are several. */
async function findTable(bus: Pick<Bus, 'request'>, context: CallContext, name: string, path: string): Promise<string | undefined> {
  try {
    return (await request(bus, context, tables, 'get', { table_id: name })).id;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'not_found') return undefined;
    if (error.code !== 'invalid') throw error;
    const ambiguous = error.extras.errors?.find(({ code }) => code === 'ambiguous');
    if (ambiguous) throw invalidFields([{ ...ambiguous, path }]);
    return undefined;
  }
}
