import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { median, percentile } from './load.ts';
import { cpuSeconds } from './processes.ts';
import type { Subject } from './subject.ts';

/** A document of a length with its floor. */
export interface MeasuredDocument {
  readonly name: string;
  readonly id: string;
  readonly markdown: string;
  /** The name of the same document in the floor. */
  readonly floor: string;
}

/** Edits that are not measured, at most: code of the processes is not compiled yet. */
const WARM_UP = 15;
const PING_MS = 20;

interface Cost {
  readonly ms: number;
  readonly cpu_ms: number;
}

/** Measures edits of a block and of the whole text, in time and in processor time of the services, and reads while a long text is merged. */
export async function measureEdits(
  { client, profile, api_key }: Subject,
  [short, long]: readonly [MeasuredDocument, MeasuredDocument],
  floor: { readonly url: string; readonly pid: number },
  edits: number,
): Promise<Figure[]> {
  const pids = profile.programs.map(({ pid }) => pid);
  const floorEdit = ({ floor: name }: MeasuredDocument, body: object) => send(`${floor.url}/edits/${name}`, body);
  const figures: Figure[] = [];
  const add = (name: string, goal: number, ours: Cost, theirs: Cost) =>
    figures.push(
      { name: `${name}, CPU`, unit: 'ms', floor: theirs.cpu_ms, goal, is_goal_of_value: true, value: ours.cpu_ms, bound: 'most' },
      { name: `${name}, median`, unit: 'ms', floor: theirs.ms, goal: 2 * goal, is_goal_of_value: true, value: ours.ms, bound: 'most' },
    );

  const { blocks } = await client.documents.get({ id: short.id, format: 'blocks' });
  const paragraphs = blocks!.filter(({ type }) => type === 'paragraph') as unknown as { readonly attrs: { readonly id: string } }[];
  const block_id = paragraphs.at(-1)!.attrs.id;
  const block = await costOf(pids, edits, (at) =>
    client.documents.edit({ id: short.id, edits: [{ op: 'replace', block_id, markdown: `A block with the number ${at}.` }] }),
  );
  add('an edit of a block of 11 KB', 15, block, await costOf([floor.pid], edits, () => floorEdit(short, {})));

  for (const [document, goal, count] of [
    [short, 80, edits],
    [long, 400, Math.ceil(edits / 3)],
  ] as const) {
    const { id, name } = document;
    let { version: base_version } = await client.documents.get({ id, format: 'outline' });
    const reads = watchReads(profile.connection.base_url, api_key);
    const whole = await costOf(pids, count, async (at) => {
      const markdown = withWord(document.markdown, at);
      ({ version: base_version } = await client.documents.edit({ id, base_version, edits: [{ op: 'replace_all', markdown }] }));
    });
    const waited = await reads.end();
    const theirs = await costOf([floor.pid], count, (at) => floorEdit(document, { markdown: withWord(document.markdown, at) }));
    add(`an edit of the whole text of ${name}`, goal, whole, theirs);
    if (document === long)
      figures.push({ name: 'a read during it, p99', unit: 'ms', goal: 50, value: percentile(waited, 0.99), bound: 'most' });
  }
  return figures;
}

/** Returns a text with another word in its middle. */
function withWord(markdown: string, at: number): string {
  const middle = markdown.indexOf(' the ', Math.floor(markdown.length / 2));
  return `${markdown.slice(0, middle)} word${at}${markdown.slice(middle)}`;
}

/** Returns the median time of one of some calls, one after the other, and the processor time of some processes and their children. */
async function costOf(pids: readonly number[], count: number, act: (at: number) => Promise<unknown>): Promise<Cost> {
  const warmUp = Math.min(count, WARM_UP);
  for (let at = 0; at < warmUp; at += 1) await act(at);
  const before = cpuSeconds(pids);
  const times: number[] = [];
  for (let at = warmUp; at < warmUp + count; at += 1) {
    const began = performance.now();
    await act(at);
    times.push(performance.now() - began);
  }
  return { ms: median(times), cpu_ms: ((cpuSeconds(pids) - before) * 1_000) / count };
}

/** Reads a short list again and again; `end` returns the milliseconds of each read. */
function watchReads(base_url: string, api_key: string): { end(): Promise<readonly number[]> } {
  const times: number[] = [];
  let isOver = false;
  async function read(): Promise<void> {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${base_url}/documents?limit=1`, { headers: { authorization: `Bearer ${api_key}` } })).arrayBuffer();
      times.push(performance.now() - began);
      await delay(PING_MS);
    }
  }
  const reading = read();
  return {
    async end() {
      isOver = true;
      await reading;
      return times;
    },
  };
}

/** Sends JSON and drops the answer. */
async function send(url: string, body: object): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
