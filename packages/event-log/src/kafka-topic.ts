import { MAX_TOPIC_EVENT_BYTES } from '@space/contracts/platform';
import { runPeriodically } from '@space/worker';
import type { Admin, Kafka } from 'kafkajs';

/** Partitions of the topic, which limit the number of processes that share the work of one group. */
export const PARTITIONS = 12;
/** Interval at which a process checks that the topic exists. */
const CHECK_INTERVAL_MS = 10_000;

/** Creates the topic unless it exists. */
export async function createTopic(kafka: Kafka, topic: string): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await createUnlessExists(admin, topic);
  } finally {
    await admin.disconnect();
  }
}

/**
 * Creates the topic again if it is deleted while this process runs, until the returned function is called. Without it
 * producers and consumers would wait for ever. Its unacknowledged events are published again from the outboxes.
 */
export function watchTopic(kafka: Kafka, topic: string, onError: (error: unknown) => void): () => void {
  const admin = kafka.admin();
  let isConnected = false;
  const stop = runPeriodically(
    CHECK_INTERVAL_MS,
    async () => {
      if (!isConnected) await admin.connect();
      isConnected = true;
      await createUnlessExists(admin, topic);
    },
    onError,
  );
  return () => {
    stop();
    void admin.disconnect().catch(() => {});
  };
}

async function createUnlessExists(admin: Admin, topic: string): Promise<void> {
  const topics = await admin.listTopics();
  if (topics.includes(topic)) return;
  await admin
    .createTopics({
      waitForLeaders: true,
      topics: [
        {
          topic,
          numPartitions: PARTITIONS,
          replicationFactor: -1,
          configEntries: [{ name: 'max.message.bytes', value: String(MAX_TOPIC_EVENT_BYTES) }],
        },
      ],
    })
    .catch((error: { type?: string }) => {
      // Another process was faster.
      if (error.type !== 'TOPIC_ALREADY_EXISTS' && !String(error).includes('already exists')) throw error;
    });
}
