import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '@space/database';
import { whileRestarting } from '@space/database/testing';
import { gatewayAddresses, gatewayService } from '@space/gateway';
import { eventually, startServices, type TestServices, testPorts } from '@space/runtime/testing';
import * as Y from 'yjs';
import { z } from 'zod';
import { type DocumentKillStep, documentKillSteps } from './fixtures/document-kill-steps.ts';
import { startEditing, startTyping, type WriterLedger } from './fixtures/document-writers.ts';
import { type LibraryProcesses, libraryProcesses } from './fixtures/library-processes.ts';
import { LIVE_ENVIRONMENT } from './fixtures/live-environment.ts';
import { newLiveSpace } from './fixtures/live-gateways.ts';

/** Documents, each with editors who type and one that calls. */
const DOCUMENTS = 2;
const TYPING = 4;
/** A start of a process may take a minute on a busy machine. */
const TIMEOUT_MS = 240_000;
const OUTAGE_MS = 300;

let objects: string;
let gateway: TestServices;
let library: LibraryProcesses;
let typing: WriterLedger[];
let editing: WriterLedger[];
let writers: WriterLedger[];

beforeAll(async () => {
  objects = await mkdtemp(join(tmpdir(), 'space-kills-'));
  const ports = await testPorts({ environment: LIVE_ENVIRONMENT });
  library = libraryProcesses(ports.url, objects);
  gateway = await startServices([gatewayService], { ...ports, bus: library.bus });
  await library.start();
  const at = `http://127.0.0.1:${gatewayAddresses().api}`;
  const spaces = await Promise.all(Array.from({ length: DOCUMENTS }, () => newLiveSpace(at)));
  typing = spaces.flatMap((space, n) => Array.from({ length: TYPING }, (_, m) => startTyping(space, at, `t${n}n${m}`)));
  editing = spaces.map((space, n) => startEditing(space, at, `c${n}`));
  writers = [...typing, ...editing];
  await untilAllWrote();
}, TIMEOUT_MS);
afterAll(async () => {
  await library.stop();
  await gateway.stop();
  await rm(objects, { recursive: true, force: true });
});

/** Returns the words of each document as the updates in Postgres give them. */
async function storedWords(): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await gateway.ports.database.any(sql.type(z.object({ document_id: z.string(), update: z.instanceof(Uint8Array) }))`
    select document_id, update from library.document_update order by document_id, version`);
  return new Map(
    [...Map.groupBy(rows, ({ document_id }) => document_id)].map(([id, updates]) => {
      const doc = new Y.Doc();
      for (const { update } of updates) Y.applyUpdate(doc, update);
      return [
        id,
        doc
          .getXmlFragment('content')
          .toString()
          .replaceAll(/<[^>]*>/g, ' ')
          .match(/e\w+?x\d+z/g) ?? [],
      ];
    }),
  );
}

/** Expects that all acknowledged words are stored, each once, and no word that was not sent. */
async function expectNothingLost(): Promise<void> {
  const acknowledged = writers.map((writer) => writer.acknowledged());
  const stored = await storedWords();
  for (const [index, { document }] of writers.entries())
    expect([...acknowledged[index]!.difference(new Set(stored.get(document)))]).toEqual([]);
  for (const [id, words] of stored) {
    expect(words).toHaveLength(new Set(words).size);
    const requested = writers.flatMap((writer) => (writer.document === id ? [...writer.requested] : []));
    expect([...new Set(words).difference(new Set(requested))]).toEqual([]);
  }
}

/** Waits until each writer has a confirmation of something that it writes now. */
async function untilAllWrote(): Promise<void> {
  const before = writers.map(({ requested }) => requested.size);
  await eventually(
    () => {
      for (const [index, writer] of writers.entries()) expect(writer.acknowledged().size).toBeGreaterThan(before[index]!);
    },
    { timeout: TIMEOUT_MS },
  );
}

test.each(Object.keys(documentKillSteps) as DocumentKillStep[])(
  'a process that is killed %s loses no confirmed change',
  async (step) => {
    await library.startAndKill(step);
    await expectNothingLost();
  },
  TIMEOUT_MS,
);

test(
  'a restart of Postgres loses no confirmed change',
  async () => {
    await whileRestarting(gateway.ports.url, () => delay(OUTAGE_MS));
    await expectNothingLost();
    await untilAllWrote();
  },
  TIMEOUT_MS,
);

test(
  'a time without messages between gateway and library loses no confirmed change',
  async () => {
    library.isCutOff = true;
    await delay(OUTAGE_MS);
    await expectNothingLost();
    library.isCutOff = false;
    await untilAllWrote();
  },
  TIMEOUT_MS,
);

test(
  'in the end every change is stored one time',
  async () => {
    await Promise.all(writers.map((writer) => writer.stop()));
    expect(writers.map((writer) => writer.acknowledged())).toEqual(writers.map(({ requested }) => requested));
    await expectNothingLost();
    // The faults hit writers in the middle.
    for (const kind of [typing, editing]) expect(kind.some((writer) => writer.unknown() > 0)).toBe(true);
  },
  TIMEOUT_MS,
);
