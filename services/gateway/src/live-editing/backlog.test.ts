import { expect, test } from '@jest/globals';
import { createBacklog } from './backlog.ts';

/** A connection with the reasons for which it is not read. */
function newSender() {
  const reasons = new Set<object>();
  return { reasons, pause: (reason: object) => void reasons.add(reason), resume: (reason: object) => void reasons.delete(reason) };
}

test('a full backlog stops its senders until half of it is stored', () => {
  const backlog = createBacklog(100);
  const sender = newSender();
  backlog.add(100);
  backlog.slow(sender);
  expect([backlog.isFull, sender.reasons.size]).toEqual([false, 0]);
  backlog.add(1);
  backlog.slow(sender);
  expect([backlog.isFull, sender.reasons.size]).toEqual([true, 1]);
  backlog.remove(50);
  expect([backlog.isFull, sender.reasons.size]).toEqual([false, 1]);
  backlog.remove(1);
  expect(sender.reasons.size).toBe(0);
});

test('a sender of two full backlogs is read when both let it', () => {
  const [own, shared] = [createBacklog(1), createBacklog(1)];
  const sender = newSender();
  for (const backlog of [own, shared]) {
    backlog.add(2);
    backlog.slow(sender);
  }
  own.remove(2);
  expect([...sender.reasons]).toEqual([shared]);
  shared.remove(2);
  expect(sender.reasons.size).toBe(0);
});
