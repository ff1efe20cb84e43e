import { hash, randomUUID } from 'node:crypto';
import { LIVE_GATHERING_MS, MAX_LIVE_BATCH_BYTES, MAX_LIVE_QUEUE_BYTES } from '@space/contracts/live';
import { createBacklog } from './backlog.ts';
import type { ChannelPorts, LiveMember } from './channel.ts';

interface Waiting {
  readonly member: LiveMember;
  /** In base64. */
  readonly update: string;
}

/** An update of a batch by its digest: an announcement may come long after the update itself is forgotten. */
interface Sent {
  readonly member: LiveMember;
  readonly digest: string;
}

const digestOf = (update: string): string => hash('sha256', update, 'base64');
const bytesOf = (entries: readonly Waiting[]): number => entries.reduce((sum, { update }) => sum + update.length, 0);

/** The updates of the editors of one channel on their way to Postgres. */
export interface UpdateQueue {
  add(member: LiveMember, update: Uint8Array): void;
  /** Returns the connections from which the updates of a batch came, in the order of the updates. It is empty for a batch of another gateway. */
  sendersOf(batch: string | null, updates: readonly string[]): (LiveMember | undefined)[];
}

/** The content of a queue, and what happens after an attempt to store. */
interface QueueOptions {
  readonly space_id: string;
  readonly content_id: string;
  /** Called when all that these connections sent before is stored. */
  confirm(senders: ReadonlySet<LiveMember>, stateVector: Uint8Array): void;
  /** Called when it is not known whether the updates of these connections are stored. */
  fail(senders: ReadonlySet<LiveMember>, error: unknown): void;
}

/** Batches whose senders are known, so that they do not receive their own updates. */
const REMEMBERED_BATCHES = 4;

/**
 * Creates the queue of a channel. Updates are gathered for a moment and stored together, one group after the other, so that many editors cost
 * few transactions. While too many bytes are not stored, of this queue or of all queues of the gateway, their senders are not read.
 */
export function createUpdateQueue(
  { ask, reserve, backlog }: Pick<ChannelPorts, 'ask' | 'reserve' | 'backlog'>,
  options: QueueOptions,
): UpdateQueue {
  const { space_id, content_id, confirm, fail } = options;
  let waiting: Waiting[] = [];
  const backlogs = [createBacklog(MAX_LIVE_QUEUE_BYTES.content), backlog];
  let timer: NodeJS.Timeout | undefined;
  let isStoring = false;
  /** The last batches: an announcement may come after the answer. */
  const batches = new Map<string, readonly Sent[]>();

  function plan(): void {
    if (isStoring || timer || waiting.length === 0) return;
    timer = setTimeout(() => void flush(), LIVE_GATHERING_MS);
  }

  function release(entries: readonly Waiting[]): void {
    for (const one of backlogs) one.remove(bytesOf(entries));
  }

  function take(): Waiting[] {
    release(waiting.filter(({ member }) => member.isDismissed));
    const alive = waiting.filter(({ member }) => !member.isDismissed);
    let size = 0;
    let count = 0;
    for (; count < alive.length; count += 1) {
      size += alive[count]!.update.length;
      if (count > 0 && size > MAX_LIVE_BATCH_BYTES) break;
    }
    waiting = alive.slice(count);
    return alive.slice(0, count);
  }

  /** Stores what waits. Never rejects. */
  async function flush(): Promise<void> {
    timer = undefined;
    const entries = take();
    if (entries.length > 0) {
      isStoring = true;
      await store(entries).catch((error: unknown) => fail(new Set(entries.map(({ member }) => member)), error));
      isStoring = false;
      release(entries);
    }
    plan();
  }

  async function store(entries: readonly Waiting[]): Promise<void> {
    const batch = randomUUID();
    batches.set(
      batch,
      entries.map(({ member, update }) => ({ member, digest: digestOf(update) })),
    );
    if (batches.size > REMEMBERED_BATCHES) batches.delete(batches.keys().next().value!);
    await reserve(space_id, bytesOf(entries), entries.length);
    const updates = entries.map(({ member, update }) => ({ update, actor: member.editor.actor }));
    const { outcomes, state_vector } = await ask(space_id, 'append', { content_id, batch, updates }, entries[0]!.member.editor);
    const senders = new Set<LiveMember>();
    for (const [index, { member }] of entries.entries()) {
      const { outcome, reason } = outcomes[index]!;
      if (outcome === 'refused') member.end({ code: 4400, reason: reason ?? '' });
      else if (!member.isEnded) {
        member.storedUpdates += 1;
        senders.add(member);
      }
    }
    confirm(new Set([...senders].filter(({ isEnded }) => !isEnded)), Buffer.from(state_vector, 'base64'));
  }

  return {
    add(member, update) {
      const text = Buffer.from(update).toString('base64');
      waiting.push({ member, update: text });
      for (const one of backlogs) {
        one.add(text.length);
        one.slow(member);
      }
      plan();
    },
    sendersOf(batch, updates) {
      const entries = batch === null ? undefined : batches.get(batch);
      if (!entries) return [];
      // Those that changed nothing are not announced.
      let at = 0;
      return updates.map(digestOf).map((digest) => {
        while (at < entries.length && entries[at]!.digest !== digest) at += 1;
        at += 1;
        return entries[at - 1]?.member;
      });
    },
  };
}
