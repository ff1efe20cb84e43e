import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrokerProgram } from './broker-process.ts';
import { freePort } from './port.ts';
import { natsAnswers } from './probe.ts';

/** Greets like NATS, and fails in the way that the file `refuse` in its folder says. */
const SOURCE = `
const refusal = require('node:fs').readFileSync('refuse', 'utf8');
if (refusal) throw new Error(refusal);
console.log(' INFO ready');
require('node:net').createServer((socket) => socket.end('INFO {}\\r\\n')).listen(Number(process.argv[1]), '127.0.0.1');
`;

/** For tests: a program that runs like a broker and starts in no time. */
export interface StandIn extends AsyncDisposable {
  readonly program: BrokerProgram;
  readonly folder: string;
  /** Makes its starts fail for this reason; for none, makes them succeed again. */
  readonly refuse: (reason: string) => Promise<void>;
}

/** Makes a stand-in with a folder of its own, which goes when it is disposed of. */
export async function standIn(): Promise<StandIn> {
  const temporary = await mkdtempDisposable(join(tmpdir(), 'space-stand-in-'));
  const folder = temporary.path;
  const port = await freePort();
  const refuse = (reason: string): Promise<void> => writeFile(join(folder, 'refuse'), reason);
  await refuse('');
  const program: BrokerProgram = {
    name: 'Stand-in',
    file: process.execPath,
    args: ['-e', SOURCE, String(port)],
    port,
    log: join(folder, 'stand-in.log'),
    answers: () => natsAnswers({ host: '127.0.0.1', port }),
  };
  return { program, folder, refuse, [Symbol.asyncDispose]: () => temporary.remove() };
}
