import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { orphansOf, startTraceReceiver, type TraceReceiver } from '../trace-receiver.ts';
import { createTracedContact } from '../traced-contact.ts';
import { cleanUp, type Launched, launch, newFolder, settingsWithDatabase } from './launch.ts';

jest.setTimeout(180_000);

let collector: TraceReceiver;
let space: Launched;
beforeAll(async () => {
  collector = await startTraceReceiver();
  space = await launch(
    await settingsWithDatabase(await newFolder(), { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' }),
  );
});
afterAll(async () => {
  await cleanUp();
  await collector.close();
});

test('one trace contains the request, the operation, the event and the webhook', async () => {
  const { trace_id, span_id } = await createTracedContact(space.connection);
  const spans = await eventually(
    () => {
      const found = collector.spansOf(trace_id);
      expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
        expect.arrayContaining([
          'server POST /v1/contacts',
          'server contacts.create',
          'consumer process space.events',
          'client POST webhook',
        ]),
      );
      return found;
    },
    { timeout: 30_000 },
  );
  expect(orphansOf(spans, span_id)).toEqual([]);
  expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['standalone']));
});
