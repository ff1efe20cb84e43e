import type { MessageSigner } from '@space/crypto';
import { Kafka, logLevel } from 'kafkajs';
import { encodeEvent, eventsTopic, signatureHeaders } from './envelope.ts';
import type { LoggedEvent } from './event-log.ts';

const topic = eventsTopic('space');
const kafkaAt = (brokers: string): Kafka =>
  new Kafka({ clientId: 'space-test', brokers: brokers.split(','), logLevel: logLevel.NOTHING, retry: { retries: 20 } });

/**
 * Publishes messages on the topic of events without an outbox: duplicates of events, or bytes that are not an event.
 * Without a signer they are forgeries.
 */
export async function publishDirectly(
  brokers: string,
  messages: readonly (LoggedEvent | Uint8Array)[],
  signer?: MessageSigner,
): Promise<void> {
  const producer = kafkaAt(brokers).producer({ allowAutoTopicCreation: false });
  await producer.connect();
  await producer.send({
    topic,
    messages: messages.map((message) => {
      const isBytes = message instanceof Uint8Array;
      const value = isBytes ? Buffer.from(message) : encodeEvent(message);
      return { key: isBytes ? 'foreign' : message.space_id, value, headers: signer ? signatureHeaders(value, signer) : {} };
    }),
  });
  await producer.disconnect();
}

/** Deletes the topic of events with all its messages. */
export async function deleteTopic(brokers: string): Promise<void> {
  const admin = kafkaAt(brokers).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
}
