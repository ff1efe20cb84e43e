import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { orphansOf, startTraceReceiver, type TraceReceiver } from '../trace-receiver.ts';
import { createTracedContact } from '../traced-contact.ts';
import { type OwnCluster, startOwnCluster } from './own-cluster.ts';

let collector: TraceReceiver;
let cluster: OwnCluster;
beforeAll(async () => {
  collector = await startTraceReceiver();
  cluster = await startOwnCluster({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
}, 240_000);
afterAll(async () => {
  await cluster.stop();
  await collector.close();
});

test('one trace contains the gateway, the contacts service over NATS, the delivery service over Kafka, and the webhook', async () => {
  const { trace_id, span_id } = await createTracedContact(cluster.connection);
  const spans = await eventually(
    () => {
      const found = collector.spansOf(trace_id);
      expect(found.map(({ service, kind, name }) => `${service}: ${kind} ${name}`)).toEqual(
        expect.arrayContaining([
          'gateway: server POST /v1/contacts',
          'contacts: server contacts.create',
          'contacts: producer publish space.events',
          'delivery: consumer process space.events',
          'delivery: client POST webhook',
        ]),
      );
      return found;
    },
    { timeout: 30_000 },
  );
  expect(orphansOf(spans, span_id)).toEqual([]);
});
