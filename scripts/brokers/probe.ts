import { connect } from 'node:net';
import type { Endpoint } from './endpoint.ts';

const TIMEOUT_MS = 2_000;

/** ApiVersions, version 0, correlation id 1, no client id: a request that every Kafka broker answers, to anyone. */
const API_VERSIONS = Buffer.from('0000000a' + '0012' + '0000' + '00000001' + 'ffff', 'hex');
/** Length, correlation id and error code. */
const API_VERSIONS_HEAD_BYTES = 10;

/** Whether a NATS server greets here. */
export const natsAnswers = (endpoint: Endpoint): Promise<boolean> =>
  exchange(endpoint, undefined, (heard) => (heard.includes('\r\n') ? heard.subarray(0, 5).toString() === 'INFO ' : undefined));

/** Whether a Kafka broker takes requests here. It takes none before it is registered and its log recovered. */
export const kafkaAnswers = (endpoint: Endpoint): Promise<boolean> =>
  exchange(endpoint, API_VERSIONS, (heard) =>
    heard.length < API_VERSIONS_HEAD_BYTES ? undefined : heard.readInt32BE(4) === 1 && heard.readInt16BE(8) === 0,
  );

/** Connects, says something, and listens until `judge` has heard enough; silence and broken connections are a no. */
function exchange({ host, port }: Endpoint, say: Buffer | undefined, judge: (heard: Buffer) => boolean | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host, port });
    const timer = setTimeout(() => answer(false), TIMEOUT_MS);
    const answer = (verdict: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(verdict);
    };
    socket.on('error', () => answer(false));
    socket.on('close', () => answer(false));
    socket.on('connect', () => say && socket.write(say));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const verdict = judge(Buffer.concat(chunks));
      if (verdict !== undefined) answer(verdict);
    });
  });
}
