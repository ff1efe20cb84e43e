import { createSocket } from 'node:dgram';
import { type Answer, decode, encode } from 'dns-packet';

/** The response of a name server: addresses, a failure, or no response (`silent`). */
type NameAnswer = readonly string[] | 'servfail' | 'silent';

/** A name server of a test, on the loopback address. */
export interface NameServer {
  readonly address: string;
  /** Sets the responses for a name, one per query for an A record; the last one repeats. */
  setAnswers(name: string, ...answers: readonly NameAnswer[]): void;
  close(): Promise<void>;
}

/** Starts a name server; names without responses are SERVFAIL. */
export async function startNameServer(): Promise<NameServer> {
  const known = new Map<string, NameAnswer[]>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const query = decode(message);
    const [question] = query.questions ?? [];
    if (!question) return;
    const answers = known.get(question.name) ?? ['servfail'];
    const response = question.type === 'A' && answers.length > 1 ? answers.shift()! : answers[0]!;
    if (response === 'silent') return;
    const found = response === 'servfail' || question.type !== 'A' ? [] : response;
    const records = found.map((data): Answer => ({ name: question.name, type: 'A', ttl: 0, data }));
    const failed = response === 'servfail' ? 2 : 0;
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
