import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { NoEventError, SignatureError, type WebhookHeaders } from '../../provider-port/provider.ts';
import { verifySignedWebhook } from './signed-signature.ts';

/** The parts of a webhook that a test changes. */
interface Sent {
  readonly id: string;
  readonly time: string;
  readonly signature: string;
  readonly body: Buffer;
  readonly secret: string;
}

/** The official library uses the time of the machine. A test ends long before an age of 290 seconds becomes 300. */
const SECONDS = Math.floor(Date.now() / 1_000);
const body = '{"type":"order.paid","data":{"name":"Zoë"}}';
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;

function signed(payload: string, by = secret, age = 0, id = 'msg_1'): Sent {
  const at = SECONDS - age;
  const signature = new Webhook(by).sign(id, new Date(at * 1_000), payload);
  return { id, time: String(at), signature, body: Buffer.from(payload), secret: by };
}

const headersOf = ({ id, time, signature }: Sent): WebhookHeaders => ({
  'webhook-id': id,
  'webhook-timestamp': time,
  'webhook-signature': signature,
});

function isAcceptedHere(sent: Sent): boolean {
  try {
    verifySignedWebhook(sent.body, headersOf(sent), [sent.secret], Date.now());
    return true;
  } catch (error) {
    if (error instanceof SignatureError) return false;
    // The signature is accepted before the body is read.
    if (error instanceof NoEventError) return true;
    throw error;
  }
}

function isAcceptedByLibrary(sent: Sent): boolean {
  try {
    new Webhook(sent.secret).verify(sent.body, headersOf(sent), { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}

/** The webhooks that the library accepts and that are refused here, by the reason. */
const stricter: Readonly<Record<string, (sent: Sent) => boolean>> = {
  'the id has a comma, a space or no visible ASCII, or more than 255 characters': ({ id }) => !/^[!-+\--~]{1,255}$/.test(id),
  'the time has other characters than digits': ({ time }) => !/^\d{1,12}$/.test(time),
  'a signature has another form, or there are more than ten': ({ signature }) =>
    !/^v\d+a?,[\w+/=-]+( v\d+a?,[\w+/=-]+){0,9}$/.test(signature),
  'a decoder would change the bytes of the body': (sent) => !Buffer.from(new TextDecoder().decode(sent.body)).equals(sent.body),
  'the secret is base64 that no encoder writes': (sent) => {
    const text = sent.secret.replace(/^whsec_/, '');
    return Buffer.from(text, 'base64').toString('base64') !== text;
  },
};

const text = fc.string({ unit: 'binary', maxLength: 200 });
const id = fc.stringMatching(/^[a-zA-Z0-9_.-]{1,40}$/);
const age = fc.integer({ min: -290, max: 290 });
const key = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
const event = text.map((name) => JSON.stringify({ type: 'order.paid', data: { name: name.toWellFormed() } }));

test('accepts what the official library signs, and signs nothing else', () => {
  fc.assert(
    fc.property(event, key, age, id, (payload, by, seconds, message) => {
      const sent = signed(payload, by, seconds, message);
      expect(isAcceptedHere(sent)).toBe(true);
      expect(isAcceptedByLibrary(sent)).toBe(true);
    }),
  );
});

/** Changes of a valid webhook; most of them make it invalid. */
const change: fc.Arbitrary<(sent: Sent) => Sent> = fc.oneof(
  fc.constant((sent: Sent) => sent),
  fc.constantFrom('', 'msg_2', 'msg_1 ', 'msg_1, msg_1', 'ä', 'm'.repeat(256)).map((id) => (sent: Sent) => ({ ...sent, id })),
  fc.constantFrom('msg 1', 'msg_1, msg_1', 'ä', 'm'.repeat(256)).map((id) => () => signed(body, secret, 0, id)),
  fc.integer({ min: -400, max: 400 }).map((by) => (sent: Sent) => signed(sent.body.toString(), secret, Math.abs(by) < 10 ? 320 : by)),
  fc.constantFrom('', 'x', '-1', '1e9', '0x6').map((time) => (sent: Sent) => ({ ...sent, time })),
  fc.constantFrom('x', '.5', ', 1', ' ').map((more) => (sent: Sent) => ({ ...sent, time: sent.time + more })),
  fc.constant((sent: Sent) => ({ ...sent, time: `00${sent.time}` })),
  fc.constant((sent: Sent) => ({ ...sent, time: String(Number(sent.time) + 1) })),
  fc
    .constantFrom('v1,AAAA', 'v2,AAAA', 'v1a,AAAA', 'v1', ',', '', 'v1,AAAA,', 'v1,')
    .chain((more) => fc.constantFrom(0, 1, 9, 10).map((count) => Array(count).fill(more).join(' ')))
    .map((before) => (sent: Sent) => ({ ...sent, signature: `${before} ${sent.signature}`.trim() })),
  fc.constantFrom(',', ',AAAA', ' v1,AAAA', '=', ' ').map((after) => (sent: Sent) => ({ ...sent, signature: sent.signature + after })),
  fc
    .constantFrom('v0', 'V1', 'v1a', 'v2', '')
    .map((version) => (sent: Sent) => ({ ...sent, signature: sent.signature.replace('v1', version) })),
  fc.nat(45).map((at) => (sent: Sent) => ({ ...sent, signature: flip(Buffer.from(sent.signature), at).toString('latin1') })),
  fc.nat(43).map((at) => (sent: Sent) => ({ ...sent, body: flip(sent.body, at) })),
  fc
    .constantFrom('', ' ', '\n', '\ufeff')
    .map((added) => (sent: Sent) => ({ ...sent, body: Buffer.concat([Buffer.from(added), sent.body]) })),
  fc.constantFrom('\ufeff', 'x', '').map((payload) => () => signed(payload + body)),
  fc.constantFrom(other, '', 'whsec_', `${secret}=`, `${secret} `, secret.slice(0, -1), secret.slice(6)).map((secret) => (sent: Sent) => ({
    ...sent,
    secret,
  })),
);

const flip = (bytes: Buffer, at: number): Buffer =>
  Buffer.from(bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 1 : byte)));

test('accepts a changed webhook exactly if the official library does, apart from the named forms that are refused', () => {
  const refusedFor = new Set<string>();
  const accepted = { valid: 0, invalid: 0 };
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      const sent = changes.reduce((before, apply) => apply(before), signed(body));
      const reasons = Object.keys(stricter).filter((reason) => stricter[reason]!(sent));
      const byLibrary = isAcceptedByLibrary(sent);
      accepted[byLibrary ? 'valid' : 'invalid'] += 1;
      if (byLibrary) for (const reason of reasons) refusedFor.add(reason);
      expect(isAcceptedHere(sent)).toBe(byLibrary && reasons.length === 0);
    }),
    { numRuns: 3_000 },
  );
  expect(accepted.valid).toBeGreaterThan(100);
  expect(accepted.invalid).toBeGreaterThan(100);
  expect([...refusedFor].sort()).toEqual(Object.keys(stricter).sort());
});
