import { expect, test } from '@jest/globals';
import { ApiError } from '../../../api/api-error.ts';
import { createUploadQueue, type Upload, type UploadCalls } from './upload-queue.ts';
import { progressText, reasonText } from './upload-words.ts';

/** A request that sends bytes, which the test ends. */
interface Sending {
  readonly url: string;
  readonly offset: number;
  readonly onSent: (bytes: number) => void;
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

const upload = (fields: Partial<Upload>): Upload => ({ status: 'receiving', asset_id: null, reason: null, ...fields }) as Upload;

/** Returns a queue, and what its calls did. */
function newQueue(more: Partial<UploadCalls> = {}) {
  const created: string[] = [];
  const cancelled: string[] = [];
  const sending: Sending[] = [];
  const queue = createUploadQueue({
    async create(_space, { name }, key) {
      created.push(key);
      return { id: `upl_${name}`, upload_url: `https://example.com/${name}/${created.length}` };
    },
    read: async () => upload({}),
    cancel: async (_space, id) => void cancelled.push(id),
    offsetOf: async () => 4,
    send: (url, _file, offset, onSent, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        sending.push({ url, offset, onSent, signal, end: resolve, fail: reject });
      }),
    ...more,
  });
  const phases = () => queue.entries().map(({ phase }) => phase);
  return { queue, created, cancelled, sending, phases };
}

const file = (name: string): File => new File(['0123456789'], name, { type: 'text/plain' });

/** Waits until the calls that are answered have had their effect. */
const calm = () => new Promise((resolve) => setImmediate(resolve));

test('three files are sent at a time, and the next one starts when one has sent its bytes', async () => {
  const { queue, sending, phases } = newQueue();
  queue.add('spc_1', ['a', 'b', 'c', 'd'].map(file), {});
  await calm();
  expect(phases()).toEqual(['sending', 'sending', 'sending', 'waiting']);
  sending[1]!.onSent(5);
  expect(queue.entries()[1]).toMatchObject({ sent: 5, size: 10 });
  expect(progressText(queue.entries())).toBe('4 files on the way, 0 % sent.');
  sending[0]!.onSent(10);
  expect(progressText(queue.entries())).toBe('4 files on the way, 25 % sent.');
  sending[0]!.end();
  await calm();
  expect(phases()).toEqual(['checking', 'sending', 'sending', 'sending']);
  queue.record(1, upload({ status: 'ready', asset_id: 'ast_1' }));
  expect(queue.entries()[0]).toMatchObject({ phase: 'ready', asset_id: 'ast_1' });
  expect(progressText(queue.entries())).toBe('3 files on the way, 0 % sent. 1 file is uploaded.');
  expect(JSON.stringify(queue.entries())).not.toContain('https:');
});

test('a file that stopped continues where its bytes ended, at the same address', async () => {
  const { queue, created, sending, phases } = newQueue();
  queue.add('spc_1', [file('a')], {});
  await calm();
  sending[0]!.fail(new ApiError('No connection.', { status: 0, code: 'unreachable' }));
  await calm();
  expect([phases(), progressText(queue.entries())]).toEqual([['failed'], '1 file is not sent.']);
  queue.retry(1);
  await calm();
  expect(sending[1]).toMatchObject({ url: sending[0]!.url, offset: 4 });
  expect(queue.entries()[0]).toMatchObject({ phase: 'sending', sent: 4, error: undefined });
  sending[1]!.onSent(3);
  expect(queue.entries()[0]!.sent).toBe(7);
  sending[1]!.end();
  await calm();
  expect([phases(), created.length]).toEqual([['checking'], 1]);
});

test('a file whose bytes are all there is not sent again, and one whose upload has ended is created again', async () => {
  let status: Upload['status'] = 'checking';
  const { queue, created, sending, phases } = newQueue({ read: async () => upload({ status }) });
  queue.add('spc_1', [file('a')], {});
  await calm();
  const fail = async (index: number) => {
    sending[index]!.fail(new ApiError('No connection.', { status: 0, code: 'unreachable' }));
    await calm();
    queue.retry(1);
    await calm();
  };
  await fail(0);
  expect([phases(), sending.length]).toEqual([['checking'], 1]);
  queue.record(1, upload({ status: 'expired' }));
  status = 'expired';
  queue.retry(1);
  await calm();
  expect([phases(), sending[1]!.offset]).toEqual([['sending'], 0]);
  expect(sending[1]!.url).not.toBe(sending[0]!.url);
  expect(new Set(created).size).toBe(2);
});

test('an upload whose answer was lost is created again with its key, and a refused one with another', async () => {
  const keys: string[] = [];
  const errors = [new ApiError('Lost.', { status: 0, code: 'unreachable' }), new ApiError('Full.', { status: 409, code: 'limit_reached' })];
  const { queue, phases } = newQueue({
    async create(_space, _request, key) {
      keys.push(key);
      const error = errors[keys.length - 1];
      if (error) throw error;
      return { id: 'upl_1', upload_url: 'https://example.com/1' };
    },
  });
  queue.add('spc_1', [file('a')], {});
  await calm();
  queue.retry(1);
  await calm();
  expect([phases(), queue.entries()[0]!.error]).toEqual([['failed'], errors[1]]);
  queue.retry(1);
  await calm();
  expect([keys[0] === keys[1], keys[1] === keys[2], phases()]).toEqual([true, false, ['sending']]);
});

test('a cancelled file stops, and so does one that is being created; ended ones can be dismissed', async () => {
  const { queue, cancelled, sending, phases } = newQueue();
  queue.add('spc_1', [file('a'), file('b')], {});
  queue.cancel(2);
  await calm();
  expect([sending.length, cancelled]).toEqual([1, ['upl_b']]);
  queue.cancel(1);
  await calm();
  expect([sending[0]!.signal.aborted, cancelled, phases()]).toEqual([true, ['upl_b', 'upl_a'], []]);
  queue.add('spc_1', [file('c')], {});
  queue.add('spc_2', [file('d')], {});
  await calm();
  for (const key of [3, 4]) queue.record(key, upload({ status: 'rejected', reason: 'type_not_allowed' }));
  queue.dismiss('spc_1');
  expect(queue.entries().map(({ space_id }) => space_id)).toEqual(['spc_2']);
});

test('a refusal says what to do, also one for a reason that the console does not know', () => {
  expect(reasonText('type_not_allowed')).toContain('Correct the name');
  expect(reasonText('of_the_future')).toBe('The check of the file refused it: of the future.');
});
