import type { Client } from '@space/client';
import { type Load, type LoadRequest, load } from './load.ts';

/** A large table whose column `amount` has an index. */
interface LongTable {
  readonly client: Client;
  readonly table_id: string;
  readonly rows: number;
  /** The URL of the floor, which serves the same queries on typed columns. */
  readonly floorUrl: string;
  /** Returns a request to a list of the table below its path. */
  readonly ask: (query: Record<string, unknown>, path?: string) => LoadRequest;
  /** Adds a figure in milliseconds. */
  readonly timed: (name: string, goal: number, measured: Load, floor?: Load) => void;
}

/** The goal of a jump to any row, in milliseconds. */
const JUMP_MS = 150;

/** Measures the ways to a row far from the start of a list: by offset, and by a mark with an offset after its cursor. */
export async function measureJumps({ client, table_id, rows, floorUrl, ask, timed }: LongTable, seconds: number): Promise<void> {
  const far = Math.floor(rows * 0.9);
  const sort = [{ column_key: 'amount', direction: 'desc' as const }];
  const [shownFar, shownMiddle] = [far, rows / 2].map((offset) => offset.toLocaleString('en'));
  timed(`a page at offset ${shownFar}, p97.5`, 100, await load(ask({ offset: far }), seconds, 1));
  timed('the same, sorted over an index, p97.5', 300, await load(ask({ offset: far, sort }), seconds, 1));
  timed(`the same at offset ${shownMiddle}, p97.5`, 1_500, await load(ask({ offset: rows / 2, sort }), seconds, 1));
  timed('marks of every 1,000th row, p97.5', 500, await load(ask({}, '/marks'), seconds, 1));
  timed('the same, sorted over an index, p97.5', 2_500, await load(ask({ sort }, '/marks'), seconds, 1));

  const floor = await load({ url: `${floorUrl}/rows/jump` }, seconds, 1);
  for (const [order, selection] of [
    ['', {}],
    [', sorted over an index', { sort }],
  ] as const) {
    const { marks } = await client.rows.marks({ table_id, ...selection });
    const { cursor } = marks.findLast(({ offset }) => offset <= far)!;
    const jump = ask({ ...selection, cursor, offset: 500 });
    timed(`a jump to any row by its mark${order}, p97.5`, JUMP_MS, await load(jump, seconds, 1), floor);
  }
}
