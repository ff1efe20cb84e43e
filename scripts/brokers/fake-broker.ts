import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrokerProgram } from './broker-process.ts';
import { freePort } from './port.ts';
import { natsAnswers } from './probe.ts';

/** Greets like NATS, and throws the text of the file `refuse` in its folder if it has one. */
const SOURCE = `
const refusal = require('node:fs').readFileSync('refuse', 'utf8');
if (refusal) throw new Error(refusal);
console.log(' INFO ready');
require('node:net').createServer((socket) => socket.end('INFO {}\\r\\n')).listen(Number(process.argv[1]), '127.0.0.1');
`;

/** A program for tests that behaves like a broker and starts in milliseconds. */
export interface FakeBroker extends AsyncDisposable {
  readonly program: BrokerProgram;
  readonly folder: string;
  /** Makes every following start fail with this reason; an empty reason lets starts succeed. */
  readonly refuse: (reason: string) => Promise<void>;
}

/** Creates a fake broker with a temporary folder, which is removed on dispose. */
export async function createFakeBroker(): Promise<FakeBroker> {
  const temporary = await mkdtempDisposable(join(tmpdir(), 'space-fake-broker-'));
  const folder = temporary.path;
  const port = await freePort();
  const refuse = (reason: string): Promise<void> => writeFile(join(folder, 'refuse'), reason);
  await refuse('');
  const program: BrokerProgram = {
    name: 'Fake broker',
    file: process.execPath,
    args: ['-e', SOURCE, String(port)],
    port,
    log: join(folder, 'fake-broker.log'),
    answers: () => natsAnswers({ host: '127.0.0.1', port }),
  };
  return { program, folder, refuse, [Symbol.asyncDispose]: () => temporary.remove() };
}
