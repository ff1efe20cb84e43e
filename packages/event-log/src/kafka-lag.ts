import { runPeriodically } from '@space/worker';
import type { Kafka } from 'kafkajs';

const MEASURE_MS = 10_000;

/**
 * Tells again and again how many messages of each partition a group has not finished. It asks Kafka, not the consumer:
 * one that stands still would not say so itself. While Kafka does not answer, nothing is told.
 */
export function measureLag(kafka: Kafka, topic: string, groupId: string, tell: (partition: number, lag: number) => void): () => void {
  const admin = kafka.admin();
  let connected = false;
  const measure = async (): Promise<void> => {
    if (!connected) await admin.connect();
    connected = true;
    const [ends, [group]] = await Promise.all([admin.fetchTopicOffsets(topic), admin.fetchOffsets({ groupId, topics: [topic] })]);
    for (const { partition, offset } of group?.partitions ?? []) {
      const end = ends.find((each) => each.partition === partition);
      // Before its first commit a group is at the beginning, which Kafka says with -1.
      if (end) tell(partition, Number(end.offset) - Math.max(Number(offset), Number(end.low)));
    }
  };
  const stop = runPeriodically(MEASURE_MS, measure, () => {});
  return () => {
    stop();
    void admin.disconnect().catch(() => {});
  };
}
