import type { Client } from '@space/client';
import { Client as Postgres } from 'pg';
import type { Figure } from './figure.ts';
import { median, percentile } from './load.ts';

/** The table that is jumped in, and the floor of tables, which is filled with as many rows. */
interface JumpedTable {
  readonly client: Client;
  readonly table_id: string;
  readonly rows: number;
  readonly database_url: string;
  readonly floor_url: string;
}

const JUMPS = 200;

/** Rows of a window, and so of a page of the grid. */
const WINDOW = 100;

/** Reads of the marks of the whole list. */
const MARKS_READS = 5;

/** Returns rows spread over a table, the same ones in each run. */
function* spreadRows(rows: number): Generator<number> {
  for (let jump = 0, seed = 1; jump < JUMPS; jump += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    yield Math.floor((seed / 2_147_483_647) * (rows - WINDOW));
  }
}

/**
 * Measures what a jump of the grid costs at the server: a read of the marks that answers that they are unchanged, then a read of 100 rows
 * from the nearest mark. The floor reads as many rows after an id. Both tables are vacuumed before, as those at rest are.
 */
export async function measureGridJumps({ client, table_id, rows, database_url, floor_url }: JumpedTable): Promise<readonly Figure[]> {
  const filled = await fetch(`${floor_url}/fill?rows=${rows}`, { method: 'POST' });
  if (!filled.ok) throw new Error(`The floor answered ${filled.status} to its filling.`);
  await vacuum(database_url);
  const reads: number[] = [];
  for (let read = 0; read < MARKS_READS; read += 1) reads.push(await timed(() => client.rows.marks({ table_id })));
  const { marks, version } = await client.rows.marks({ table_id });
  const places = [{ offset: 0, cursor: undefined }, ...marks];
  const jumps: number[] = [];
  const floors: number[] = [];
  for (const row of spreadRows(rows)) {
    const { offset, cursor } = places.findLast((place) => place.offset <= row)!;
    jumps.push(
      await timed(async () => {
        if (version !== null) await client.rows.marks({ table_id, known_version: version });
        const page = await client.rows.list({ table_id, limit: WINDOW, offset: row - offset, ...(cursor !== undefined && { cursor }) });
        if (page.data.length !== WINDOW) throw new Error(`A jump to row ${row} answered ${page.data.length} rows.`);
      }),
    );
    floors.push(
      await timed(async () => {
        const { data } = (await (await fetch(`${floor_url}/rows/window?after=${offset}&offset=${row - offset}`)).json()) as {
          data: unknown[];
        };
        if (data.length !== WINDOW) throw new Error(`The floor answered ${data.length} rows to a jump to row ${row}.`);
      }),
    );
  }
  const figure = { unit: 'ms', goal: 150, is_goal_of_value: true, bound: 'most' } as const;
  return [
    { name: 'marks of all rows at the server, median', value: median(reads), unit: 'ms', goal: 500, bound: 'most' },
    { ...figure, name: 'jump to any row at the server, median', value: median(jumps), floor: median(floors) },
    { ...figure, name: 'the same, p97.5', value: percentile(jumps, 0.975), floor: percentile(floors, 0.975) },
  ];
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function vacuum(url: string): Promise<void> {
  const postgres = new Postgres({ connectionString: url });
  await postgres.connect();
  await postgres.query('vacuum analyze');
  await postgres.end();
}
