import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Bus, natsBus, type Request } from '@space/bus';
import { createMessageSigner } from '@space/crypto';
import { connect, headers, type Msg, type NatsConnection } from 'nats';
import { createMessageSeal, SIGNATURE_HEADER } from '../src/signed-message.ts';

const { NATS_URL } = process.env;
const signer = createMessageSigner(randomBytes(32).toString('base64'));
const seal = createMessageSeal(signer);
const body = Buffer.from('{"name":"Ada"}');

if (!NATS_URL) test.skip('signed messages: NATS_URL is not set', () => {});
else
  describe('messages over NATS', () => {
    const subject = `test.signed.${randomBytes(4).toString('hex')}`;
    const answered: string[] = [];
    const refused: string[] = [];
    let bus: Bus;
    let intruder: NatsConnection;

    beforeAll(async () => {
      bus = await natsBus(
        { servers: [NATS_URL], name: 'signed', signer },
        { refused: (kind, reason, place) => void (place.startsWith('test.signed') && refused.push(`${kind} ${reason}`)) },
      );
      await bus.serve('signed', [
        {
          subject,
          answer: async (request) => {
            answered.push(request.request_id);
            return { body: body };
          },
        },
      ]);
      intruder = await connect({ servers: NATS_URL });
    });
    afterAll(() => Promise.all([bus.close(), intruder.close()]));

    const call = (fields: Partial<Request> = {}): string =>
      JSON.stringify({
        caller: { space_id: 'spc_1', key_id: null, scopes: [], actor: { kind: 'person', id: 'p', name: 'P' } },
        params: {},
        request_id: 'req_intruder',
        deadline: Date.now() + 5_000,
        trace: {},
        ...fields,
      });
    const send = (text: string, signature?: string, to = subject, payload: Uint8Array = body): Promise<Msg> => {
      const head = headers();
      head.set('Space-Call', text);
      if (signature !== undefined) head.set(SIGNATURE_HEADER, signature);
      return intruder.request(to, payload, { headers: head, timeout: 5_000 });
    };
    const codeOf = (message: Msg): string | undefined => message.headers?.get('Nats-Service-Error');

    test('a call without a signature, or with the one of another call, body or subject, is not executed', async () => {
      const now = Date.now();
      const text = call();
      const genuine = seal.signCall(subject, text, body, now + 5_000);
      const foreign = createMessageSeal(createMessageSigner(randomBytes(32).toString('base64')));
      expect(codeOf(await send(text))).toBe('unsigned');
      expect(codeOf(await send('no JSON', 'no signature'))).toBe('unsigned');
      expect(codeOf(await send(text, foreign.signCall(subject, text, body, now + 5_000)))).toBe('forged');
      expect(codeOf(await send(call({ request_id: 'req_changed' }), genuine))).toBe('forged');
      expect(codeOf(await send(text, genuine, subject, Buffer.from('{"name":"Eve"}')))).toBe('forged');
      expect(codeOf(await send(text, seal.signCall('another.subject', text, body, now + 5_000)))).toBe('forged');
      expect(codeOf(await send(text, `${Number(genuine.split('.')[0]) + 60_000}${genuine.slice(genuine.indexOf('.'))}`))).toBe('forged');
      expect(answered).toEqual([]);
      expect(refused).toEqual([...Array(2).fill('call unsigned'), ...Array(5).fill('call forged')]);
    });

    test('a call is executed once, and refused when it comes again or after its time', async () => {
      refused.length = 0;
      const text = call({ request_id: 'req_once' });
      const signature = seal.signCall(subject, text, body, Date.now() + 5_000);
      expect(codeOf(await send(text, signature))).toBe('');
      expect(codeOf(await send(text, signature))).toBe('replayed');
      const late = seal.signCall(subject, text, body, Date.now() - 60_000);
      expect(codeOf(await send(text, late))).toBe('expired');
      expect(answered).toEqual(['req_once']);
      expect(refused).toEqual(['call replayed', 'call expired']);
    });

    test('an answer that no process of this installation signed for this call is refused', async () => {
      refused.length = 0;
      const place = `${subject}.hijacked`;
      intruder.subscribe(place, { callback: (_error, message) => message.respond(Buffer.from('{"scopes":["*"]}')) });
      await intruder.flush();
      const request = JSON.parse(call()) as Request;
      await expect(bus.request(place, { ...request, body })).rejects.toMatchObject({ code: 'unavailable' });
      expect(refused).toEqual(['answer unsigned']);
      expect(seal.refuseAnswer(seal.signAnswer('call 1', '', body), 'call 2', '', body)).toBe('forged');
    });

    test('a signal without a signature, with another one, or of an hour ago reaches no subscriber', async () => {
      refused.length = 0;
      const signal = `${subject}.signal`;
      const received: string[] = [];
      bus.subscribe(signal, (payload) => void received.push(String(payload)));
      bus.subscribe(signal, (payload) => void received.push(String(payload)));
      const publish = (payload: string, signature?: string): void => {
        const head = headers();
        if (signature !== undefined) head.set(SIGNATURE_HEADER, signature);
        intruder.publish(signal, Buffer.from(payload), { headers: head });
      };
      const ofAnHourAgo = seal.signSignal(signal, Buffer.from('old')).replace(/^\d+/, String(Date.now() - 3_600_000));
      bus.publish(signal, Buffer.from('first'));
      while (received.length < 2) await delay(5);
      publish('unsigned');
      publish('forged', seal.signSignal(signal, Buffer.from('another')));
      publish('old', ofAnHourAgo);
      await intruder.flush();
      bus.publish(signal, Buffer.from('last'));
      while (received.length < 4) await delay(5);
      expect(received).toEqual(['first', 'first', 'last', 'last']);
      expect(new Set(refused)).toEqual(new Set(['signal unsigned', 'signal forged', 'signal expired']));
    });
  });
