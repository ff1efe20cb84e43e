import { createSocket } from 'node:dgram';
import { type Answer, decode, encode } from 'dns-packet';

/** What a name server says of a name: its addresses, or that it failed; `silent` says nothing at all. */
type NameAnswer = readonly string[] | 'servfail' | 'silent';

/** A name server of a test, on the loopback address. */
export interface NameServer {
  readonly address: string;
  /** What it says of a name from now on, one after the other for each question after an A record; the last stands. */
  setAnswers(name: string, ...answers: readonly NameAnswer[]): void;
  close(): Promise<void>;
}

/** Starts a name server that knows what it is told and nothing else. */
export async function startNameServer(): Promise<NameServer> {
  const known = new Map<string, NameAnswer[]>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (!question) return;
    const answers = known.get(question.name) ?? ['servfail'];
    const said = question.type === 'A' && answers.length > 1 ? answers.shift()! : answers[0]!;
    if (said === 'silent') return;
    const found = said === 'servfail' || question.type !== 'A' ? [] : said;
    const records = found.map((data): Answer => ({ name: question.name, type: 'A', ttl: 0, data }));
    const failed = said === 'servfail' ? 2 : 0;
    // The lowest four bits are the code of the answer; 0x8180 is an answer to a recursive question.
    const flags = 0x0180 | failed;
    socket.send(encode({ id: query.id ?? 0, type: 'response', flags, questions: [question], answers: records }), port, address);
  });
  await new Promise<void>((listening) => socket.bind(0, '127.0.0.1', listening));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    setAnswers: (name, ...answers) => void known.set(name, [...answers]),
    close: () => new Promise((closed) => socket.close(closed)),
  };
}
