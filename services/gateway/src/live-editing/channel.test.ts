import { expect, test } from '@jest/globals';
import { inProcessBus } from '@space/bus';
import { liveSignal, notFound } from '@space/contracts/core';
import type { LiveSignal } from '@space/contracts/live';
import * as decoding from 'lib0/decoding';
import type { AskLibrary } from './ask-library.ts';
import { createBacklog } from './backlog.ts';
import { createLiveChannel, type LiveMember } from './channel.ts';
import { ENDS, type LiveEnd } from './close-codes.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

/** A library in memory: a list of updates, of which each is a text. */
function fakeLibrary(bus = inProcessBus()) {
  const rows: string[] = ['first'];
  const appends: number[] = [];
  let lost = false;
  const library = {
    bus,
    rows,
    appends,
    /** Loses the announcements of the next updates. */
    loseNext() {
      lost = true;
    },
    store(update: string, batch: string | null = null) {
      rows.push(update);
      if (!lost) announce({ kind: 'updates', first_version: rows.length, updates: [base64(update)], batch });
      lost = false;
    },
    refuse: (_update: string): string | undefined => undefined,
    isGone: false,
  };
  const announce = (signal: LiveSignal) => bus.publish(liveSignal('doc_1'), Buffer.from(JSON.stringify(signal)));
  const answers = {
    sync: () => ({ version: rows.length, update: base64(rows.join()), state_vector: base64(String(rows.length)), rest: null }),
    read: ({ after }: { after: number }) => ({ version: rows.length, updates: rows.slice(after).map(base64), has_more: false }),
    append({ batch, updates }: { batch: string; updates: { update: string }[] }) {
      appends.push(updates.length);
      const outcomes = updates.map(({ update }) => {
        const text = Buffer.from(update, 'base64').toString();
        const reason = library.refuse(text);
        if (reason !== undefined) return { outcome: 'refused', reason };
        library.store(text, batch);
        return { outcome: 'stored', reason: null };
      });
      return { outcomes, state_vector: base64(String(rows.length)) };
    },
  };
  const ask = (async (_space: string, name: keyof typeof answers, input: never) => {
    await new Promise(setImmediate);
    if (library.isGone) throw notFound('document', 'doc_1');
    return answers[name](input);
  }) as unknown as AskLibrary;
  return Object.assign(library, { ask });
}

interface Editor extends LiveMember {
  /** The messages that it received, such as `update second` and `stored 2 1`. */
  readonly received: string[];
  readonly ends: LiveEnd[];
}

function newEditor(name = 'Ada'): Editor {
  const received: string[] = [];
  const ends: LiveEnd[] = [];
  return {
    editor: { key_id: 'key_1', actor: { kind: 'api_key', id: `key_${name}`, name } },
    may_write: true,
    storedUpdates: 0,
    received,
    ends,
    get isEnded() {
      return ends.length > 0;
    },
    get isDismissed() {
      return ends.length > 0;
    },
    send(message) {
      const decoder = decoding.createDecoder(message);
      const type = decoding.readVarUint(decoder);
      if (type === 0) received.push(`${['step1', 'step2', 'update'][decoding.readVarUint(decoder)]} ${decoding.readVarString(decoder)}`);
      if (type === 4) received.push(`stored ${decoding.readVarString(decoder)} ${decoding.readVarUint(decoder)}`);
    },
    pause() {},
    resume() {},
    end: (end) => void ends.push(end),
  };
}

const log = { warn() {}, error() {} } as never;

function open(library = fakeLibrary(), gateway = 'g1') {
  const ports = {
    bus: library.bus,
    ask: library.ask,
    log,
    gateway,
    reserve: async () => {},
    backlog: createBacklog(Number.POSITIVE_INFINITY),
  };
  return { library, channel: createLiveChannel(ports, 'spc_1', 'doc_1') };
}

/** Waits until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

test('an editor gets the document, and each update of others one time and in order', async () => {
  const { library, channel } = open();
  const [ada, bob] = [newEditor(), newEditor('Bob')];
  for (const editor of [ada, bob]) {
    channel.join(editor);
    await channel.sync(editor, bytes(''));
  }
  expect(ada.received).toEqual(['step2 first', 'stored 1 0', 'step1 1']);
  channel.append(ada, bytes('second'));
  await until(() => ada.received.length === 4 && bob.received.length === 4);
  expect([ada.received.at(-1), bob.received.at(-1)]).toEqual(['stored 2 1', 'update second']);
  library.store('third');
  await until(() => ada.received.length === 5);
  expect([ada.received.at(-1), bob.received.at(-1)]).toEqual(['update third', 'update third']);
});

test('updates of a moment are stored together', async () => {
  const { library, channel } = open();
  const editors = Array.from({ length: 20 }, (_, n) => newEditor(String(n)));
  for (const editor of editors) channel.join(editor);
  for (const [n, editor] of editors.entries()) channel.append(editor, bytes(`u${n}`));
  await until(() => editors.every(({ received }) => received.some((one) => one.startsWith('stored'))));
  expect(library.appends).toEqual([20]);
});

test('a version that the bus lost is read with the next one, and at the latest with the look', async () => {
  const { library, channel } = open();
  const ada = newEditor();
  channel.join(ada);
  await channel.sync(ada, bytes(''));
  library.loseNext();
  library.store('lost');
  library.store('seen');
  await until(() => ada.received.includes('update seen'));
  expect(ada.received.slice(3)).toEqual(['update lost', 'update seen']);
  library.loseNext();
  library.store('last');
  channel.look(library.rows.length);
  await until(() => ada.received.includes('update last'));
});

test('a refused update ends its editor with the reason, and those of others are stored', async () => {
  const { library, channel } = open();
  library.refuse = (update) => (update === 'bad' ? 'The update breaks a rule.' : undefined);
  const [ada, bob] = [newEditor(), newEditor('Bob')];
  channel.join(ada);
  channel.join(bob);
  channel.append(ada, bytes('bad'));
  channel.append(bob, bytes('good'));
  await until(() => bob.received.some((one) => one.startsWith('stored')));
  expect(ada.ends).toEqual([{ code: 4400, reason: 'The update breaks a rule.' }]);
  expect([bob.ends, library.rows]).toEqual([[], ['first', 'good']]);
});

test('an editor who reads too slowly holds up no one, is confirmed nothing that is not stored, and has everything when it connects again', async () => {
  const { library, channel } = open();
  const [slow, bob] = [newEditor('Slow'), newEditor('Bob')];
  for (const editor of [slow, bob]) {
    channel.join(editor);
    await channel.sync(editor, bytes(''));
  }
  const take = slow.send;
  slow.send = (message) => (slow.received.length < 4 ? take(message) : slow.end(ENDS.slow));
  for (const word of ['second', 'third']) channel.append(bob, bytes(word));
  channel.append(slow, bytes('mine'));
  await until(() => bob.received.some((one) => one.startsWith('stored') && one.endsWith(' 2')));
  await until(() => slow.isEnded);
  channel.leave(slow);
  expect(slow.ends[0]).toEqual(ENDS.slow);
  const isConfirmed = slow.received.some((one) => one.startsWith('stored') && one.endsWith(' 1'));
  expect(!isConfirmed || library.rows.includes('mine')).toBe(true);
  const again = newEditor('Slow');
  channel.join(again);
  await channel.sync(again, bytes(''));
  expect(again.received[0]).toBe(`step2 ${library.rows.join()}`);
  channel.append(again, bytes('mine'));
  await until(() => again.received.some((one) => one.startsWith('stored') && one.endsWith(' 1')));
  expect(library.rows).toEqual(expect.arrayContaining(['first', 'second', 'third', 'mine']));
});

test('a document that is gone ends all editors, and one that cannot be stored only its writers', async () => {
  const { library, channel } = open();
  const [ada, bob] = [newEditor(), newEditor('Bob')];
  channel.join(ada);
  channel.join(bob);
  library.refuse = () => {
    throw new Error('no connection');
  };
  channel.append(ada, bytes('a'));
  await until(() => ada.isEnded);
  expect([ada.ends[0]!.code, bob.ends]).toEqual([1013, []]);
  library.isGone = true;
  await channel.sync(bob, bytes(''));
  channel.look(null);
  expect(bob.ends[0]!.code).toBe(4404);
});
