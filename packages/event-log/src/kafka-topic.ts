import { runPeriodically } from '@space/worker';
import type { Admin, Kafka } from 'kafkajs';

/** Partitions of the topic: how many processes of one group can share the work. */
export const PARTITIONS = 12;
/** One event may be this large on the topic: a body of 1 MiB, written twice and escaped, fits. */
const MAX_EVENT_BYTES = 8 * 1_048_576;
/** How often a process looks whether the topic is still there. */
const KEEP_MS = 10_000;

/** Makes the topic unless it is there. */
export async function makeTopic(kafka: Kafka, topic: string): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await makeUnlessThere(admin, topic);
  } finally {
    await admin.disconnect();
  }
}

/**
 * Makes a topic again that somebody deleted while we run: those who send and read would wait for it without end. What was
 * on it and nobody had settled, the outboxes carry again.
 */
export function keepTopic(kafka: Kafka, topic: string, failed: (error: unknown) => void): () => void {
  const admin = kafka.admin();
  let connected = false;
  const stop = runPeriodically(
    KEEP_MS,
    async () => {
      if (!connected) await admin.connect();
      connected = true;
      await makeUnlessThere(admin, topic);
    },
    failed,
  );
  return () => {
    stop();
    void admin.disconnect().catch(() => {});
  };
}

async function makeUnlessThere(admin: Admin, topic: string): Promise<void> {
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
          configEntries: [{ name: 'max.message.bytes', value: String(MAX_EVENT_BYTES) }],
        },
      ],
    })
    .catch((error: { type?: string }) => {
      // Another process was faster.
      if (error.type !== 'TOPIC_ALREADY_EXISTS' && !String(error).includes('already exists')) throw error;
    });
}
