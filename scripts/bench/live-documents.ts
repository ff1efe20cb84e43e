import { setTimeout as delay } from 'node:timers/promises';
import * as Y from 'yjs';
import { openEditor, type TestEditor } from '../../services/library/test/fixtures/live-editor.ts';
import type { Figure } from './figure.ts';
import { percentile } from './load.ts';
import { cpuSeconds, residentMb } from './processes.ts';

/** The editors of one document, and their updates per second. */
const TYPING = { editors: 20, per_second: 10 };
/** Documents that are edited together, their editors, and the updates per second of each. */
const TOGETHER = { documents: 100, editors: 5, per_second: 1 };
/** Connections that open at the same time, and attempts for each. */
const OPENING = 20;
const ATTEMPTS = 5;
const WARM_UP_MS = 1_000;
/** Milliseconds after the last update in which it must arrive. */
const LAST_MS = 5_000;

/** A system with live editing: its processes, and the address of a new connection to one of its documents. */
export interface LiveSystem {
  readonly pids: readonly number[];
  address(document: number): Promise<string>;
}

interface LiveRun {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly lost: number;
  readonly cores: number;
  readonly mb: number;
}

/** Measures live editing of some documents next to a server of y-websocket that stores nothing. */
export async function measureLive(ours: LiveSystem, floor: LiveSystem, documents: number, seconds: number): Promise<Figure[]> {
  const theirs = await runOf(floor, documents, seconds);
  const run = await runOf(ours, documents, seconds);
  const [of, most] = [
    `of ${TYPING.editors} editors with ${TYPING.per_second} updates/s each`,
    { is_goal_of_value: true, bound: 'most' } as const,
  ];
  const all = TOGETHER.documents * TOGETHER.editors * TOGETHER.per_second;
  return [
    { ...most, name: `typing ${of} seen by another, median`, unit: 'ms', floor: theirs.p50_ms, goal: 15, value: run.p50_ms },
    { ...most, name: 'the same, p99', unit: 'ms', floor: theirs.p99_ms, goal: 60, value: run.p99_ms },
    { ...most, name: 'updates that did not arrive', unit: '', goal: 0, value: run.lost },
    {
      ...most,
      name: `${TOGETHER.documents} documents with ${TOGETHER.editors} editors, ${all} updates/s, CPU`,
      unit: 'cores',
      floor: theirs.cores,
      goal: 1,
      value: run.cores,
    },
    { ...most, name: `memory of ${documents} open documents of 14 KB`, unit: 'MB', floor: theirs.mb, goal: 200, value: run.mb },
  ];
}

async function runOf(system: LiveSystem, documents: number, seconds: number): Promise<LiveRun> {
  const typing = await measureTyping(system, seconds);
  const before = memoryOf(system);
  const open = await openAll(
    system,
    Array.from({ length: documents }, (_, at) => at),
  );
  for (const editor of open) editor.type('a');
  await delay(WARM_UP_MS);
  const mb = memoryOf(system) - before;
  await closeAll(open);
  const places = Array.from({ length: TOGETHER.documents * TOGETHER.editors }, (_, at) => at % TOGETHER.documents);
  const together = await openAll(system, places);
  const cores = await typeTogether(system, together, TOGETHER.per_second, seconds);
  await closeAll(together);
  return { ...typing, mb, cores };
}

const memoryOf = ({ pids }: LiveSystem): number => pids.reduce((sum, pid) => sum + residentMb(pid), 0);

/** Measures from an update until another editor of the document has it. */
async function measureTyping(system: LiveSystem, seconds: number): Promise<{ p50_ms: number; p99_ms: number; lost: number }> {
  const [observer, ...writers] = await openAll(
    system,
    Array.from({ length: TYPING.editors + 1 }, () => 0),
  );
  const waiting = new Map(writers.map(({ doc }) => [doc.clientID, [] as { readonly clock: number; readonly sent: number }[]]));
  const times: number[] = [];
  observer!.doc.on('update', () => {
    const now = performance.now();
    for (const [client, sent] of waiting)
      while (sent[0] && sent[0].clock <= Y.getState(observer!.doc.store, client)) times.push(now - sent.shift()!.sent);
  });
  const warm = await typeFor(writers, TYPING.per_second, WARM_UP_MS);
  await delay(WARM_UP_MS / 2);
  times.length = 0;
  const sent = await typeFor(writers, TYPING.per_second, seconds * 1_000, ({ doc }) => {
    waiting.get(doc.clientID)!.push({ clock: Y.getState(doc.store, doc.clientID), sent: performance.now() });
  });
  for (const deadline = performance.now() + LAST_MS; times.length < sent && performance.now() < deadline; ) await delay(WARM_UP_MS / 10);
  await closeAll([observer!, ...writers]);
  if (warm === 0) throw new Error('No editor typed.');
  return { p50_ms: percentile(times, 0.5), p99_ms: percentile(times, 0.99), lost: sent - times.length };
}

/** Returns the processor cores that a system takes while editors type. */
async function typeTogether({ pids }: LiveSystem, editors: readonly TestEditor[], perSecond: number, seconds: number): Promise<number> {
  await typeFor(editors, perSecond, WARM_UP_MS);
  const [cpu, began] = [cpuSeconds(pids), performance.now()];
  await typeFor(editors, perSecond, seconds * 1_000);
  return (cpuSeconds(pids) - cpu) / ((performance.now() - began) / 1_000);
}

/** Lets editors type one character at a time at a rate each, evenly one after the other; returns the number of characters. */
async function typeFor(
  editors: readonly TestEditor[],
  perSecond: number,
  milliseconds: number,
  onTyped: (editor: TestEditor) => void = () => {},
): Promise<number> {
  const [began, interval] = [performance.now(), 1_000 / (perSecond * editors.length)];
  const total = Math.floor(milliseconds / interval);
  for (let at = 0; at < total; at += 1) {
    const wait = began + at * interval - performance.now();
    if (wait > 0) await delay(wait);
    const editor = editors[at % editors.length]!;
    editor.type('a');
    onTyped(editor);
  }
  return total;
}

async function openAll({ address }: LiveSystem, documents: readonly number[]): Promise<TestEditor[]> {
  const opened: TestEditor[] = [];
  for (let from = 0; from < documents.length; from += OPENING) {
    opened.push(...(await Promise.all(documents.slice(from, from + OPENING).map((at) => openOne(() => address(at))))));
  }
  return opened;
}

/** Opens a connection; one that a busy service ends before it is open is tried again with a new ticket. */
async function openOne(address: () => Promise<string>): Promise<TestEditor> {
  for (let attempt = 1; ; attempt += 1) {
    const editor = openEditor(await address());
    const end = await Promise.race([editor.synced, editor.closed]);
    if (!end) return editor;
    if (attempt === ATTEMPTS) throw new Error(`A live connection was closed: ${end.code} ${end.reason}`);
  }
}

async function closeAll(editors: readonly TestEditor[]): Promise<void> {
  for (const editor of editors) editor.close();
  await Promise.all(editors.map(({ closed }) => closed));
}
