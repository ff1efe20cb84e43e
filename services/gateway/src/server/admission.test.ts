import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { Problem } from '@space/contracts/core';
import { apiAdmission, publicAdmission, type Refuse } from './admission.ts';

const limited = new Problem('limited', 'Too many.', { retry_after_s: 3 });

/** Returns both admissions of a gateway whose networks are all above their rate, with the refusals that wait and those that were sent. */
function admissions() {
  const asked: { readonly response: ServerResponse; readonly end: () => void }[] = [];
  const refused: unknown[] = [];
  const countKeyless = () => {
    throw limited;
  };
  const parts = {
    load: { pressure: () => 'normal' },
    networks: { countKeyless },
    late: {
      wait(response: ServerResponse) {
        const { promise, resolve } = Promise.withResolvers<void>();
        asked.push({ response, end: resolve });
        return promise;
      },
    },
    slots: {},
    max_in_flight: 10,
  };
  const refuse: Refuse = (response, problem) => refused.push([response, problem]);
  const admits = { api: apiAdmission(parts as never, refuse), public: publicAdmission(parts as never, refuse) };
  return { admits, asked, refused };
}

const request = { headers: {} } as IncomingMessage;
const response = (destroyed = false) => ({ destroyed }) as ServerResponse;

test.each(['api', 'public'] as const)(
  'a network above its rate is refused on the %s port when its wait has ended, not before',
  async (port) => {
    const { admits, asked, refused } = admissions();
    const answer = response();
    expect(admits[port](request, answer)).toBe(false);
    expect(asked.map((one) => one.response)).toEqual([answer]);
    await Promise.resolve();
    expect(refused).toEqual([]);
    asked[0]!.end();
    await Promise.resolve();
    expect(refused).toEqual([[answer, limited]]);
  },
);

test('a client that left while its refusal waited is not answered', async () => {
  const { admits, asked, refused } = admissions();
  admits.api(request, response(true));
  asked[0]!.end();
  await Promise.resolve();
  expect(refused).toEqual([]);
});

test.each(['api', 'public'] as const)(
  'HTTP/1.1 without a host is refused immediately on the %s port, and its connection is closed',
  (port) => {
    const { admits, refused } = admissions();
    const answer = { shouldKeepAlive: true } as ServerResponse;
    expect(admits[port]({ httpVersion: '1.1', headers: {} } as IncomingMessage, answer)).toBe(false);
    expect(refused).toMatchObject([
      [{ shouldKeepAlive: false }, { code: 'invalid', message: 'The request has no Host header, which HTTP/1.1 needs.' }],
    ]);
  },
);
