import { runPeriodically } from '@space/worker';
import type { Kafka } from 'kafkajs';

const MEASURE_INTERVAL_MS = 10_000;

/**
 * Reports the lag of a group for each partition, periodically, until the returned function is called. It asks Kafka, not
 * the consumer, because a stuck consumer would not report. While Kafka does not answer, it reports nothing.
 */
export function measureLag(kafka: Kafka, topic: string, groupId: string, report: (partition: number, lag: number) => void): () => void {
  const admin = kafka.admin();
  let isConnected = false;
  async function measure(): Promise<void> {
    if (!isConnected) await admin.connect();
    isConnected = true;
    const [ends, [group]] = await Promise.all([admin.fetchTopicOffsets(topic), admin.fetchOffsets({ groupId, topics: [topic] })]);
    for (const { partition, offset } of group?.partitions ?? []) {
      const end = ends.find((each) => each.partition === partition);
      // Kafka returns -1 for a group before its first commit, which reads from the beginning.
      if (end) report(partition, Number(end.offset) - Math.max(Number(offset), Number(end.low)));
    }
  }
  const stop = runPeriodically(MEASURE_INTERVAL_MS, measure, () => {});
  return () => {
    stop();
    void admin.disconnect().catch(() => {});
  };
}
