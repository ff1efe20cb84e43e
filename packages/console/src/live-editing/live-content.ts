import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { endOf } from './close-codes.ts';
import type { EndReason, LiveState } from './live-state.ts';
import { awarenessMessage, isEmptyUpdate, readMessage, syncMessage } from './messages.ts';
import { type LiveTicket, TicketRefused, ticketFault } from './ticket.ts';

/** The needs of live editing: tickets, and the name of this person. */
export interface LiveOptions {
  /** Asks for a new ticket. Throws TicketRefused if there will be none, and any other error for one that may come later. */
  readonly getTicket: () => Promise<LiveTicket>;
  /** The name of this person, for others. The service replaces it by that of the ticket. */
  readonly name: string;
  readonly openSocket?: (url: string) => WebSocket;
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** The content that an editor knows. */
export interface LiveSchema {
  /** The name of the root type of the document that has the content. */
  readonly root: string;
  readonly version: number;
  /** Returns true for a change with parts that the editor does not know and would lose. */
  readonly isForeign?: (change: Y.Transaction) => boolean;
}

/** A Yjs document that is shared with the service and other people. */
export interface LiveContent {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  getState(): LiveState;
  /** Calls a listener after each change of the state. Returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Ends live editing for a reason that the page found. */
  end(reason: EndReason): void;
  /** Closes the connection and forgets the document. */
  destroy(): void;
}

/** Milliseconds between the first tries, and the most between later ones. */
const RETRY_DELAY_MS = [500, 20_000] as const;

/** Failed first connections, with a ticket, after which the way to the service is taken as closed for them. */
const MAX_FIRST_FAILURES = 3;

/** Milliseconds without a message, while a change is not confirmed, after which a connection is taken as dead. */
const IDLE_MS = 10_000;

/** The mark of changes that came from the service, so that they are not sent back. */
const REMOTE = Symbol('remote');

/** Waits, and ends earlier when the browser is online again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, milliseconds);
    function done(): void {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', done);
      resolve();
    }
    globalThis.addEventListener?.('online', done);
  });
}

/** The course of one connection. */
interface Followed {
  /** True if the service sent the document. */
  readonly wasSynced: boolean;
  readonly code: number;
  readonly detail: string;
}

/**
 * Opens a document or a whiteboard live. It asks for a ticket, follows the content, and sends the changes of this editor. A connection that
 * ends is opened again with a new ticket; changes that were made meanwhile stay in the content and are sent then.
 */
export function openLiveContent(
  schema: LiveSchema,
  { getTicket, name, openSocket = (url) => new WebSocket(url), wait = pause }: LiveOptions,
): LiveContent {
  const doc = new Y.Doc();
  const awareness = new Awareness(doc);
  awareness.setLocalStateField('user', { name });
  const listeners = new Set<() => void>();
  let state: LiveState = { phase: 'connecting', isSynced: false, mayWrite: false, isUnsaved: false };
  let socket: WebSocket | undefined;
  let isDestroyed = false;
  /** True once the open connection has sent all that the service lacked. Before that an update could need one that the service does not have. */
  let isCaughtUp = false;
  /** The updates that the open connection has sent. */
  let sent = 0;
  let watching: ReturnType<typeof setTimeout> | undefined;

  function change(fields: Partial<LiveState>): void {
    const next = { ...state, ...fields };
    if ((Object.keys(next) as (keyof LiveState)[]).every((field) => next[field] === state[field])) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function end(reason: EndReason, detail = ''): void {
    if (state.phase === 'ended' || isDestroyed) return;
    change({ phase: 'ended', reason, detail, mayWrite: false });
    socket?.close(1000);
  }

  function send(message: Uint8Array<ArrayBuffer>): void {
    if (socket?.readyState === 1) socket.send(message);
  }

  /** Opens the connection again if it stays silent while a change is not confirmed. */
  function watchSilence(): void {
    watching ??= setTimeout(() => socket?.close(), IDLE_MS);
  }

  function endWatch(): void {
    clearTimeout(watching);
    watching = undefined;
  }

  function sendUpdate(step: 'step2' | 'update', update: Uint8Array): void {
    if (!isEmptyUpdate(update)) sent += 1;
    send(syncMessage(step, update));
  }

  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === REMOTE || !state.mayWrite) return;
    change({ isUnsaved: true });
    if (!isCaughtUp) return;
    sendUpdate('update', update);
    watchSilence();
  });
  // Before an editor reads what came: it would delete what it does not know.
  doc.on('beforeObserverCalls', (transaction: Y.Transaction) => {
    if (transaction.origin === REMOTE && schema.isForeign?.(transaction)) end('old_editor');
  });
  awareness.on('update', ({ added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>, origin: unknown) => {
    if (origin !== REMOTE) send(awarenessMessage(encodeAwarenessUpdate(awareness, [...added, ...updated, ...removed])));
  });

  /** Takes the number of updates of this connection that are stored. */
  function confirm(stored: number): void {
    if (isCaughtUp && stored >= sent) change({ isUnsaved: false });
  }

  function receive(bytes: Uint8Array, mayWrite: boolean): void {
    const message = readMessage(bytes);
    switch (message?.type) {
      case 'step1':
        if (!mayWrite) break;
        isCaughtUp = true;
        sendUpdate('step2', Y.encodeStateAsUpdate(doc, message.vector));
        confirm(0);
        break;
      case 'step2':
        Y.applyUpdate(doc, message.update, REMOTE);
        if (state.phase !== 'ended') change({ phase: 'live', isSynced: true, mayWrite });
        break;
      case 'update':
        Y.applyUpdate(doc, message.update, REMOTE);
        break;
      case 'awareness':
        applyAwarenessUpdate(awareness, message.update, REMOTE);
        break;
      case 'query_awareness':
        send(awarenessMessage(encodeAwarenessUpdate(awareness, [...awareness.getStates().keys()])));
        break;
      case 'stored':
        confirm(message.updates);
        break;
      case 'denied':
        end('not_allowed', message.reason);
        break;
      default:
    }
  }

  /** Follows the document over one connection, until that ends. */
  function follow(ticket: LiveTicket): Promise<Followed> {
    return new Promise((resolve) => {
      let wasSynced = false;
      const own = openSocket(ticket.url);
      socket = own;
      own.binaryType = 'arraybuffer';
      [isCaughtUp, sent] = [false, 0];
      own.onopen = () => {
        if (state.isUnsaved) watchSilence();
        send(syncMessage('step1', Y.encodeStateVector(doc)));
        // A state with a new clock: the service and others may have dropped the one before.
        awareness.setLocalState(awareness.getLocalState());
      };
      own.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
        try {
          receive(new Uint8Array(data), ticket.may_write);
          wasSynced ||= state.phase === 'live';
          endWatch();
          if (state.isUnsaved) watchSilence();
        } catch {
          own.close();
        }
      };
      own.onclose = ({ code, reason }) => {
        isCaughtUp = false;
        endWatch();
        removeAwarenessStates(
          awareness,
          [...awareness.getStates().keys()].filter((client) => client !== doc.clientID),
          REMOTE,
        );
        resolve({ wasSynced, code, detail: reason });
      };
    });
  }

  const isOver = (): boolean => isDestroyed || state.phase === 'ended';

  async function run(): Promise<void> {
    let failures = 0;
    for (let connections = 0; !isOver(); ) {
      const ended = await attempt();
      if (!ended || isOver()) return;
      failures = ended.wasSynced ? 0 : failures + 1;
      if (ended.hadTicket) connections += 1;
      if (!state.isSynced && connections >= MAX_FIRST_FAILURES) return end('unavailable', 'its connection cannot be opened');
      change({ phase: 'offline' });
      // A part of the time is left to chance, so that editors do not come back all together.
      await wait(Math.min(RETRY_DELAY_MS[0] * 2 ** failures, RETRY_DELAY_MS[1]) * (0.5 + Math.random() / 2));
    }
  }

  /** Makes one connection. Returns undefined if there is no other try. */
  async function attempt(): Promise<{ readonly wasSynced: boolean; readonly hadTicket: boolean } | undefined> {
    let hadTicket = false;
    try {
      const ticket = await getTicket();
      if (isOver()) return undefined;
      hadTicket = true;
      const fault = ticketFault(ticket, schema.version, schema.root);
      if (fault) return void end(fault);
      const { wasSynced, code, detail } = await follow(ticket);
      const reason = endOf(code);
      return reason ? void end(reason, detail) : { wasSynced, hadTicket };
    } catch (error) {
      return error instanceof TicketRefused ? void end(error.reason, error.message) : { wasSynced: false, hadTicket };
    }
  }

  const onOffline = (): void => socket?.close();
  globalThis.addEventListener?.('offline', onOffline);
  void run();

  return {
    doc,
    awareness,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end,
    destroy() {
      awareness.destroy();
      isDestroyed = true;
      globalThis.removeEventListener?.('offline', onOffline);
      endWatch();
      socket?.close(1000);
      doc.destroy();
    },
  };
}
