import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { assertSameOrigin } from './same-origin.ts';

const OWN = 'http://localhost:8082';
const isTaken = (method: string, headers: Record<string, string>): boolean => {
  try {
    assertSameOrigin({ method, headers } as unknown as IncomingMessage, OWN);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'forbidden' });
    return false;
  }
};

test.each([
  ['POST', { 'sec-fetch-site': 'same-origin' }, true],
  ['GET', { 'sec-fetch-site': 'same-origin' }, true],
  ['POST', { 'sec-fetch-site': 'same-site', origin: OWN }, false],
  ['GET', { 'sec-fetch-site': 'same-site' }, false],
  ['GET', { 'sec-fetch-site': 'cross-site' }, false],
  ['GET', { 'sec-fetch-site': 'none' }, false],
  ['POST', { origin: OWN }, true],
  ['POST', { origin: 'http://localhost:8081' }, false],
  ['GET', { origin: 'http://localhost:8081' }, false],
  ['POST', { origin: 'null' }, false],
  ['POST', {}, false],
  ['PATCH', {}, false],
  ['GET', {}, true],
])('%s with %p: taken is %p', (method, headers, taken) => {
  expect(isTaken(method, headers)).toBe(taken);
});
