import type { NewElement } from '@space/contracts/whiteboard-elements';
import { UpdateValidator } from '@space/crdt';
import {
  addDiagram,
  boardKind,
  changeElements,
  createElements,
  describeBoard,
  emptyBoard,
  joinUpdates,
  loadBoard,
  readElements,
} from '../src/index.ts';

/**
 * `node packages/board/bench/main.ts` measures work on whiteboards in processor time of this process. Each figure is the least
 * of its runs, because other programs only add to it.
 */
const RUNS = Number(process.argv.find((word) => word.startsWith('--runs='))?.slice('--runs='.length) ?? 10);

/** Returns the least processor time of some runs, in milliseconds. */
function leastCpuMs(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < RUNS; count += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Measures a whiteboard of so many elements. */
function measure(count: number): void {
  const stickies = Array.from({ length: count }, (_, at): NewElement => ({ type: 'sticky', text: `note ${at}` }));
  const created = createElements(emptyBoard(), stickies);
  const state = joinUpdates(emptyBoard(), [created.update!]);
  const element_id = created.elements[0]!.id;
  const elements = readElements(loadBoard(state));
  const update = changeElements(state, [{ element_id, x: 5_000, y: 0 }]).update!;
  const validator = new UpdateValidator(boardKind, state);
  const client = loadBoard(state);
  const typed: Uint8Array[] = [];
  client.on('update', (part: Uint8Array) => typed.push(part));
  const text = (
    client.getMap<never>('elements').get(element_id) as unknown as Map<string, { insert: (at: number, text: string) => void }>
  ).get('text')!;
  for (let at = 0; at < 90 * RUNS; at += 1) text.insert(at, 'a');
  const parts: Readonly<Record<string, () => unknown>> = {
    'load the document': () => loadBoard(state),
    'read its elements': () => readElements(loadBoard(state)),
    'create one element': () => createElements(state, [{ type: 'sticky', x: 0, y: 0 }]),
    'change one element': () => changeElements(state, [{ element_id, text: 'other' }]),
    'describe it': () => describeBoard(elements),
    'join one update': () => joinUpdates(state, [update]),
    'check 90 updates of a client': () => typed.splice(0, 90).map((part) => validator.accept(part)),
  };
  for (const [name, run] of Object.entries(parts))
    process.stdout.write(`${count} elements, ${name}: ${leastCpuMs(run).toFixed(1)} CPU ms\n`);
}

for (const count of [100, 2_000]) measure(count);
const nodes = Array.from({ length: 100 }, (_, at) => ({ ref: `n${at}`, label: `node ${at}`, shape: 'rectangle' as const }));
const edges = nodes.slice(1).map(({ ref }, at) => ({ from: `n${Math.floor(at / 2)}`, to: ref, label: '' }));
const diagram = { title: 'Tree', nodes, edges, direction: 'down' as const };
process.stdout.write(`diagram of 100 nodes: ${leastCpuMs(() => addDiagram(emptyBoard(), diagram)).toFixed(1)} CPU ms\n`);
