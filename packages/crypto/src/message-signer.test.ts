import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createMessageSigner } from './message-signer.ts';

const newKey = (): string => randomBytes(32).toString('base64');
const body = Buffer.from('{"a":1}');

test('accepts what it signed, and nothing else', () => {
  const signer = createMessageSigner(newKey());
  const signature = signer.sign('call', body);
  expect(signer.verify(signature, 'call', body)).toBe(true);
  expect(signer.verify(signature, 'cal', Buffer.from('l{"a":1}'))).toBe(false);
  expect(signer.verify(signature, 'call', Buffer.from('{"a":2}'))).toBe(false);
  expect(createMessageSigner(newKey()).verify(signature, 'call', body)).toBe(false);
  for (const forged of ['', '.', signature.slice(1), `${'A'.repeat(43)}.`, 'ä']) expect(signer.verify(forged, 'call', body)).toBe(false);
});

test('processes with the old key, with both keys and with the new key understand each other in the order of a rotation', () => {
  const [old, recent] = [newKey(), newKey()];
  const [before, during, after] = [old, `${recent}, ${old}`, recent].map(createMessageSigner);
  const accepts = (from: typeof before, to: typeof before) => to!.verify(from!.sign('call', body), 'call', body);
  expect([accepts(before, during), accepts(during, before), accepts(during, after), accepts(after, during)]).toEqual(Array(4).fill(true));
  expect(accepts(before, after)).toBe(false);
});
