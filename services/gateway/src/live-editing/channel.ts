import type { Signals } from '@space/bus';
import { liveSignal, type OutputOf, Problem } from '@space/contracts/core';
import type { LiveEditor, LiveSignal, liveDirectory } from '@space/contracts/live';
import type { Log } from '@space/runtime';
import type { AskLibrary } from './ask-library.ts';
import { createCursors } from './awareness.ts';
import type { Backlog } from './backlog.ts';
import { contentEnds, ENDS, type LiveEnd } from './close-codes.ts';
import { type AwarenessEntry, awarenessMessage, readAwareness, storedMessage, syncMessage, writeAwareness } from './messages.ts';
import { createUpdateQueue } from './update-queue.ts';

/** A connection as the channel of its content sees it. */
export interface LiveMember {
  readonly editor: LiveEditor;
  readonly may_write: boolean;
  readonly isEnded: boolean;
  /** True if this side ended the connection: its updates that are not stored count no longer. */
  readonly isDismissed: boolean;
  /** The updates of this connection that are stored. */
  storedUpdates: number;
  send(message: Uint8Array): void;
  /** Stops and goes on to read the connection: it is read while no reason stops it. */
  pause(reason: object): void;
  resume(reason: object): void;
  end(end: LiveEnd): void;
}

/** The live connections of one gateway to one document or whiteboard. */
export interface LiveChannel {
  readonly space_id: string;
  readonly members: ReadonlySet<LiveMember>;
  join(member: LiveMember): void;
  leave(member: LiveMember): void;
  /** Sends a connection what its state vector lacks. Never rejects. */
  sync(member: LiveMember, stateVector: Uint8Array): Promise<void>;
  append(member: LiveMember, update: Uint8Array): void;
  receiveCursor(member: LiveMember, update: Uint8Array): void;
  sendCursors(member: LiveMember): void;
  /** Takes the version of the content that Postgres has; null for content that is gone. */
  look(version: number | null): void;
  close(): void;
}

/** The parts of a gateway that its channels share. */
export interface ChannelPorts {
  readonly bus: Signals;
  readonly ask: AskLibrary;
  readonly log: Log;
  /** The name of this gateway among others. */
  readonly gateway: string;
  /** Takes room for the updates of a Space. Throws a Problem if it has none. */
  readonly reserve: (space_id: string, bytes: number, rows: number) => Promise<void>;
  /** The updates of all channels that are not stored. */
  readonly backlog: Backlog;
}

type Operations = (typeof liveDirectory)['operations'];

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64');

/**
 * Creates the channel of a document or whiteboard. Updates of its editors are stored by library first, then announced to all gateways, then confirmed. The
 * channel passes on what is announced, in the order of versions: when a version is missing, because the bus lost a message, it reads the rows.
 */
export function createLiveChannel(ports: ChannelPorts, space_id: string, content_id: string): LiveChannel {
  const { bus, ask, log, gateway } = ports;
  const members = new Set<LiveMember>();
  const cursors = createCursors(content_id);
  const { gone } = contentEnds(content_id);
  /** The version up to which all members were sent everything; undefined until the first of them was. */
  let version: number | undefined;
  /** The latest version of which this gateway knows. */
  let latest = 0;
  /** True if there may be versions that this gateway does not know of. */
  let isStale = false;
  let isReading = false;
  const queue = createUpdateQueue(ports, { space_id, content_id, confirm, fail });
  const unsubscribe = bus.subscribe(liveSignal(content_id), receive);

  function endAll(end: LiveEnd): void {
    for (const member of [...members]) member.end(end);
  }

  function sendAll(message: Uint8Array, except?: object): void {
    for (const member of [...members]) if (member !== except) member.send(message);
  }

  function receive(payload: Uint8Array): void {
    const signal = JSON.parse(Buffer.from(payload).toString()) as LiveSignal;
    if (signal.kind === 'updates') passOn(signal);
    else if (signal.kind === 'changed') void catchUp(true);
    else if (signal.gateway === gateway) return;
    else if (signal.kind === 'query_awareness') announceCursors(cursors.own());
    else sendCursorsOf(cursors.receiveRemote(readAwareness(bytesOf(signal.update))));
  }

  function passOn({ first_version, updates, batch }: Extract<LiveSignal, { kind: 'updates' }>): void {
    const last = first_version + updates.length - 1;
    latest = Math.max(latest, last);
    if (version === undefined || last <= version) return;
    if (isReading || first_version > version + 1) return void catchUp();
    const senders = queue.sendersOf(batch, updates);
    for (let index = version + 1 - first_version; index < updates.length; index += 1)
      sendAll(syncMessage('update', bytesOf(updates[index]!)), senders[index]);
    version = last;
  }

  /** Reads the updates after the last version that all members have, until none is left. `isUnsure` is true if there may be some. Never rejects. */
  async function catchUp(isUnsure = false): Promise<void> {
    if (isUnsure) isStale = true;
    if (isReading || version === undefined) return;
    isReading = true;
    try {
      while (members.size > 0 && (isStale || latest > version)) {
        const known = latest;
        isStale = false;
        const read: OutputOf<Operations['read']> = await ask(space_id, 'read', { content_id, after: version });
        if (read.updates === null) return endAll(ENDS.reload);
        for (const update of read.updates) sendAll(syncMessage('update', bytesOf(update)));
        version = read.version;
        if (read.has_more) isStale = true;
        else if (latest === known) latest = version;
      }
    } catch (error) {
      failed(error, 'updates of live content could not be read; retrying with the next look');
    } finally {
      isReading = false;
    }
  }

  /** Ends all connections to content that is gone. */
  function failed(error: unknown, message: string): void {
    if (error instanceof Problem && error.code === 'not_found') endAll(gone);
    else log.warn({ err: error, content: content_id }, message);
  }

  function confirm(senders: ReadonlySet<LiveMember>, stateVector: Uint8Array): void {
    for (const member of senders) member.send(storedMessage(stateVector, member.storedUpdates));
  }

  function fail(senders: ReadonlySet<LiveMember>, error: unknown): void {
    const isFull = error instanceof Problem && error.code === 'limit_reached';
    for (const member of senders) member.end(isFull ? { code: 4400, reason: error.message } : ENDS.not_stored);
    if (!isFull) failed(error, 'updates of live content could not be stored; their connections were closed');
  }

  function announceCursors(entries: readonly AwarenessEntry[]): void {
    if (entries.length === 0) return;
    const signal: LiveSignal = { kind: 'awareness', gateway, update: base64(writeAwareness(entries)) };
    bus.publish(liveSignal(content_id), Buffer.from(JSON.stringify(signal)));
  }

  function sendCursorsOf(entries: readonly AwarenessEntry[], except?: object): void {
    if (entries.length > 0) sendAll(awarenessMessage(writeAwareness(entries)), except);
  }

  return {
    space_id,
    members,
    join(member) {
      members.add(member);
      if (members.size > 1) return;
      const signal: LiveSignal = { kind: 'query_awareness', gateway };
      bus.publish(liveSignal(content_id), Buffer.from(JSON.stringify(signal)));
    },
    leave(member) {
      members.delete(member);
      const left = cursors.leave(member);
      sendCursorsOf(left);
      announceCursors(left);
    },
    async sync(member, stateVector) {
      try {
        for (let asked: string | null = base64(stateVector); asked !== null && !member.isEnded; ) {
          const answer: OutputOf<Operations['sync']> = await ask(space_id, 'sync', { content_id, state_vector: asked });
          version ??= answer.version;
          asked = answer.rest;
          member.send(syncMessage(asked === null ? 'step2' : 'update', bytesOf(answer.update)));
          if (asked === null) member.send(storedMessage(bytesOf(answer.state_vector), member.storedUpdates));
          // What the editor has and Postgres lacks comes as the answer.
          if (asked === null && member.may_write) member.send(syncMessage('step1', bytesOf(answer.state_vector)));
        }
        await catchUp();
      } catch (error) {
        const code = error instanceof Problem ? error.code : 'internal';
        if (code === 'not_found') member.end(gone);
        else if (code === 'invalid' || code === 'too_large') member.end({ code: 4400, reason: (error as Problem).message });
        else {
          log.warn({ err: error, content: content_id }, 'live content could not be read for a connection, which was closed');
          member.end(ENDS.reload);
        }
      }
    },
    append: queue.add,
    receiveCursor(member, update) {
      const changed = cursors.receive(member, member.editor, readAwareness(update));
      sendCursorsOf(changed, member);
      announceCursors(changed);
    },
    sendCursors(member) {
      const entries = cursors.all();
      if (entries.length > 0) member.send(awarenessMessage(writeAwareness(entries)));
    },
    look(present) {
      if (present === null) return endAll(gone);
      latest = Math.max(latest, present);
      void catchUp();
    },
    // What the last editors sent before they closed is still stored.
    close: unsubscribe,
  };
}
