import { join } from 'node:path';
import { freePorts, startProgram } from '../profiles/program.ts';
import type { Figure } from './figure.ts';
import { median, percentile } from './load.ts';
import type { Subject } from './subject.ts';

/** Elements of the whiteboard that is drawn, and of one call. */
const DRAWN = 500;
const ADDED = 100;
/** Whiteboards that are listed. */
const LISTED = 200;
const READS_PER_SECOND = 10;
const CHANGES_PER_SECOND = 2;

/** Measures whiteboards next to a floor of the libraries and SQL: pictures, new elements and lists. */
export async function measureWhiteboards(subject: Subject, seconds: number, folder: string): Promise<Figure[]> {
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const floor = await startProgram({
    name: 'whiteboards-floor',
    file: 'scripts/bench/whiteboards-floor.ts',
    args: [String(port), subject.profile.connection.database_url!],
    logFile: join(folder, 'whiteboards-floor.log'),
    env: {},
    ready: async () => (await fetch(`${url}/readyz`)).ok,
  });
  try {
    return [
      ...(await measurePictures(subject, url, seconds)),
      ...(await measureElements(subject, url, seconds)),
      ...(await measureList(subject, url, seconds)),
    ];
  } finally {
    await floor.stop();
  }
}

/** Returns stickies and shapes in rows of 25. */
const someElements = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    type: at % 2 === 0 ? ('sticky' as const) : ('rectangle' as const),
    x: (at % 25) * 240,
    y: Math.floor(at / 25) * 200,
    width: 200,
    height: 160,
    text: `Step ${at}: ask for the address and confirm it`,
  }));

async function newBoard({ client }: Subject, elements: number): Promise<string> {
  const { id } = await client.whiteboards.create({ title: `Board of ${elements}` });
  const all = someElements(elements);
  for (let from = 0; from < elements; from += ADDED)
    await client.whiteboard_elements.create({ id, elements: all.slice(from, from + ADDED) });
  return id;
}

async function measurePictures(subject: Subject, url: string, seconds: number): Promise<Figure[]> {
  const { client } = subject;
  const id = await newBoard(subject, DRAWN);
  const { data } = await client.whiteboard_elements.list({ id, limit: 1 });
  const svg = (await client.whiteboards.export({ id, format: 'svg' })).content;
  const draw = () => send(`${url}/draw`, svg);
  const floorFirst = await timesOf(CHANGES_PER_SECOND * seconds, draw);
  const first = await timesOf(CHANGES_PER_SECOND * seconds, async (at, begin) => {
    const text = `Step ${at} is another one`;
    await client.whiteboard_elements.update_bulk({ id, elements: [{ element_id: data[0]!.id, text }] });
    begin();
    await client.whiteboards.export({ id });
  });
  const floorAgain = await timesOf(READS_PER_SECOND * seconds, () => send(`${url}/again`));
  const again = await timesOf(READS_PER_SECOND * seconds, () => client.whiteboards.export({ id }));
  const ms = { unit: 'ms', bound: 'most' } as const;
  return [
    {
      ...ms,
      name: `PNG of ${DRAWN} elements, first, median`,
      value: median(first),
      floor: median(floorFirst),
      goal: 600,
      is_goal_of_value: true,
    },
    { ...ms, name: 'the same again, median', value: median(again), floor: median(floorAgain), goal: 30, is_goal_of_value: true },
  ];
}

async function measureElements(subject: Subject, url: string, seconds: number): Promise<Figure[]> {
  const { client } = subject;
  const elements = someElements(ADDED);
  const runs = Math.min(CHANGES_PER_SECOND * seconds, 40);
  const floor = await timesOf(runs, () => send(`${url}/elements`, JSON.stringify(elements)));
  const { id } = await client.whiteboards.create({ title: 'Many elements' });
  const value = median(await timesOf(runs, () => client.whiteboard_elements.create({ id, elements })));
  const name = `${ADDED} elements in one call, median`;
  return [{ name, unit: 'ms', bound: 'most', value, floor: median(floor), goal: 150, is_goal_of_value: true }];
}

async function measureList({ client, space_id }: Subject, url: string, seconds: number): Promise<Figure[]> {
  for (let at = 0; at < LISTED; at += 1) await client.whiteboards.create({ title: `Board ${at}` });
  const floor = percentile(await timesOf(READS_PER_SECOND * seconds, () => send(`${url}/list?space=${space_id}`)), 0.95);
  const value = percentile(await timesOf(READS_PER_SECOND * seconds, () => client.whiteboards.list({ limit: 50 })), 0.95);
  return [
    { name: `a list of 50 of ${LISTED} whiteboards, p95`, unit: 'ms', bound: 'most', value, floor, goal: 20, is_goal_of_value: true },
  ];
}

/** Returns the milliseconds of each of some calls, one after the other: from the start, or from the last call of `begin`. */
async function timesOf(runs: number, act: (at: number, begin: () => void) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < runs; at += 1) {
    let began = performance.now();
    await act(at, () => {
      began = performance.now();
    });
    times.push(performance.now() - began);
  }
  return times;
}

async function send(url: string, body?: string): Promise<void> {
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body });
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
