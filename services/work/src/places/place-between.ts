import { LONG_POSITION, positionBetween, positionsBetween } from '@space/text';
import type { CommonQueryMethods } from 'slonik';
import { drawPlaces } from './lists.queries.ts';
import { findAround, movePositions, positionAfter, positionBefore } from './neighbours.queries.ts';

/** Tasks on each side that get shorter places when a place has become long. */
const NEIGHBOURS = 100;

/** A task in whose list and next to which another one is placed. */
interface Neighbour {
  readonly project_id: string | null;
  readonly position: string;
}

/**
 * Returns a place right before or after a task. The list must be locked. When the place would be long, the tasks around it get shorter places
 * first, which changes no order.
 */
export async function placeNextTo(tx: CommonQueryMethods, space: string, of: Neighbour, side: 'before' | 'after'): Promise<string> {
  const place = await betweenNeighbours(tx, space, of, side);
  if (place.length <= LONG_POSITION) return place;
  const tasks = await findAround(tx, space, of.project_id, of.position, NEIGHBOURS);
  const low = await positionBefore(tx, space, of.project_id, tasks[0]!.position);
  const high = await positionAfter(tx, space, of.project_id, tasks.at(-1)!.position);
  const places = high === null ? await drawPlaces(tx, tasks.length) : positionsBetween(low, high, tasks.length);
  await movePositions(
    tx,
    space,
    tasks.map(({ id }, at) => ({ id, position: places[at]! })),
  );
  const position = places[tasks.findIndex((task) => task.position === of.position)]!;
  return betweenNeighbours(tx, space, { ...of, position }, side);
}

/** Returns a place between two others. The last one of a list comes from the sequence, as those of new tasks do. */
const afterLast = async (tx: CommonQueryMethods, low: string, high: string | null): Promise<string> =>
  high === null ? (await drawPlaces(tx, 1))[0]! : positionBetween(low, high);

async function betweenNeighbours(tx: CommonQueryMethods, space: string, of: Neighbour, side: 'before' | 'after'): Promise<string> {
  return side === 'before'
    ? positionBetween(await positionBefore(tx, space, of.project_id, of.position), of.position)
    : afterLast(tx, of.position, await positionAfter(tx, space, of.project_id, of.position));
}
