import { expect, test } from '@jest/globals';
import type { AskLibrary } from './ask-library.ts';
import { createBacklog } from './backlog.ts';
import type { LiveMember } from './channel.ts';
import { createUpdateQueue } from './update-queue.ts';

const BYTES = 3_000;
/** The characters of an update of that many bytes in base64. */
const CHARACTERS = 4_000;

function newMember() {
  const reasons = new Set<object>();
  const actor = { kind: 'api_key', id: 'key_1', name: 'Key' } as const;
  const member = {
    editor: { key_id: 'key_1', actor },
    isEnded: false,
    isDismissed: false,
    storedUpdates: 0,
    pause: (reason: object) => void reasons.add(reason),
    resume: (reason: object) => void reasons.delete(reason),
  };
  return { member: member as unknown as LiveMember, reasons };
}

/** A library that stores when it is let go on, and the queues of some documents with one backlog. */
function start(most: number, documents: readonly string[]) {
  const answers: (() => void)[] = [];
  const backlog = createBacklog(most);
  const ask = (async (_space: string, _name: 'append', { updates }: { readonly updates: readonly unknown[] }) => {
    await new Promise<void>((go) => answers.push(go));
    return { outcomes: updates.map(() => ({ outcome: 'stored', reason: null })), state_vector: '' };
  }) as unknown as AskLibrary;
  const queues = documents.map((content_id) =>
    createUpdateQueue({ ask, reserve: async () => {}, backlog }, { space_id: 'spc_1', content_id, confirm() {}, fail() {} }),
  );
  return { answers, backlog, queues };
}

/** Waits until a condition holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
}

test('updates of several documents that are not stored stop their senders together, also while they are being stored', async () => {
  const { answers, queues } = start(2 * CHARACTERS, ['doc_1', 'doc_2', 'doc_3']);
  const senders = queues.map(newMember);
  const send = (n: number) => queues[n]!.add(senders[n]!.member, new Uint8Array(BYTES));
  send(0);
  send(1);
  await until(() => answers.length === 2);
  expect(senders.map(({ reasons }) => reasons.size)).toEqual([0, 0, 0]);
  send(2);
  expect(senders.map(({ reasons }) => reasons.size)).toEqual([0, 0, 1]);
  await until(() => answers.length === 3);
  answers[0]!();
  answers[1]!();
  await until(() => senders[2]!.reasons.size === 0);
  answers[2]!();
});

test('updates of a connection that this side ended leave the backlog', async () => {
  const { answers, backlog, queues } = start(CHARACTERS, ['doc_1']);
  const [first, ended] = [newMember(), newMember()];
  queues[0]!.add(first.member, new Uint8Array(BYTES));
  await until(() => answers.length === 1);
  queues[0]!.add(ended.member, new Uint8Array(BYTES));
  expect(backlog.isFull).toBe(true);
  Object.assign(ended.member, { isDismissed: true });
  answers[0]!();
  await until(() => !backlog.isFull && first.reasons.size === 0 && ended.reasons.size === 0);
  expect(answers).toHaveLength(1);
});
