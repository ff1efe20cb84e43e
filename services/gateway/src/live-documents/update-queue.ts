import { randomUUID } from 'node:crypto';
import { LIVE_GATHERING_MS, MAX_LIVE_BATCH_BYTES, MAX_LIVE_QUEUE_BYTES } from '@space/contracts/documents';
import type { ChannelPorts, LiveMember } from './channel.ts';

interface Waiting {
  readonly member: LiveMember;
  /** In base64. */
  readonly update: string;
}

/** The updates of the editors of one document on their way to Postgres. */
export interface UpdateQueue {
  add(member: LiveMember, update: Uint8Array): void;
  /** Returns the connections from which the updates of a batch came, in the order of the updates. It is empty for a batch of another gateway. */
  sendersOf(batch: string | null, updates: readonly string[]): (LiveMember | undefined)[];
  stop(): void;
}

/** The document of a queue, and what happens after an attempt to store. */
interface QueueOptions {
  readonly space_id: string;
  readonly document_id: string;
  /** Called when all that these connections sent before is stored. */
  confirm(senders: ReadonlySet<LiveMember>, stateVector: Uint8Array): void;
  /** Called when it is not known whether the updates of these connections are stored. */
  fail(senders: ReadonlySet<LiveMember>, error: unknown): void;
}

/**
 * Creates the queue of a document. Updates are gathered for a moment and stored together, one group after the other, so that many editors cost
 * few transactions. While too many bytes wait, their senders are not read.
 */
export function createUpdateQueue({ ask, reserve }: Pick<ChannelPorts, 'ask' | 'reserve'>, options: QueueOptions): UpdateQueue {
  const { space_id, document_id, confirm, fail } = options;
  let waiting: Waiting[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let current: { readonly batch: string; readonly entries: readonly Waiting[] } | undefined;
  const paused = new Set<LiveMember>();

  function plan(): void {
    if (current || timer || waiting.length === 0) return;
    timer = setTimeout(() => void flush(), LIVE_GATHERING_MS);
  }

  function take(): Waiting[] {
    const alive = waiting.filter(({ member }) => !member.isEnded);
    let size = 0;
    let count = 0;
    for (; count < alive.length; count += 1) {
      size += alive[count]!.update.length;
      if (count > 0 && size > MAX_LIVE_BATCH_BYTES) break;
    }
    waiting = alive.slice(count);
    bytes = waiting.reduce((sum, { update }) => sum + update.length, 0);
    return alive.slice(0, count);
  }

  /** Stores what waits. Never rejects. */
  async function flush(): Promise<void> {
    timer = undefined;
    const entries = take();
    if (entries.length > 0) {
      current = { batch: randomUUID(), entries };
      await store(current).catch((error: unknown) => fail(new Set(entries.map(({ member }) => member)), error));
      current = undefined;
    }
    if (bytes <= MAX_LIVE_QUEUE_BYTES / 2) {
      for (const member of paused) member.resume();
      paused.clear();
    }
    plan();
  }

  async function store({ batch, entries }: NonNullable<typeof current>): Promise<void> {
    const size = entries.reduce((sum, { update }) => sum + update.length, 0);
    await reserve(space_id, size, entries.length);
    const updates = entries.map(({ member, update }) => ({ update, actor: member.editor.actor }));
    const { outcomes, state_vector } = await ask(space_id, 'append', { document_id, batch, updates }, entries[0]!.member.editor);
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
      bytes += text.length;
      if (bytes > MAX_LIVE_QUEUE_BYTES) {
        paused.add(member);
        member.pause();
      }
      plan();
    },
    sendersOf(batch, updates) {
      if (!current || current.batch !== batch) return [];
      // Those that changed nothing are not announced.
      let at = 0;
      const { entries } = current;
      return updates.map((update) => {
        while (at < entries.length && entries[at]!.update !== update) at += 1;
        at += 1;
        return entries[at - 1]?.member;
      });
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}
