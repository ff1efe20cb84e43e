import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { internalProblem, Problem } from '@space/contracts/core';
import { MAX_MESSAGE_BYTES } from '@space/contracts/platform';
import type { Bus, BusObserver, Endpoint, Reply, Request } from './bus.ts';
import { answerTimeout, answerTooLarge, messageTooLarge, safeSubscriber } from './safe-subscribe.ts';

/** Creates the bus of one process: function calls. Values are copied, as over a network. */
export function inProcessBus(observer: BusObserver = {}): Bus {
  const endpoints = new Map<string, Endpoint>();
  const signals = new EventEmitter().setMaxListeners(0);
  const running = new Set<Promise<unknown>>();
  // A subscriber runs on its own behalf, not on that of the call that published.
  const withoutCaller = AsyncLocalStorage.snapshot();
  let open = true;

  async function respond(endpoint: Endpoint, request: Request): Promise<Reply> {
    try {
      const { body, ...call } = request;
      const reply = await endpoint.answer({ ...copy(call), body: body?.length ? body : null });
      if (reply.problem) return { problem: new Problem(reply.problem.code, reply.problem.message, copy(reply.problem.extras)) };
      return reply.body.length > MAX_MESSAGE_BYTES ? { problem: answerTooLarge() } : reply;
    } catch (error) {
      observer.failed?.(`answer ${endpoint.subject}`, error);
      return { problem: internalProblem() };
    }
  }

  return {
    async serve(_service, served) {
      for (const endpoint of served) endpoints.set(endpoint.subject, endpoint);
    },
    async request(subject, request) {
      const endpoint = endpoints.get(subject);
      if (!endpoint || !open) throw new Problem('unavailable', 'The service that answers this is not running.', { retry_after_s: 1 });
      if ((request.body?.length ?? 0) > MAX_MESSAGE_BYTES) throw messageTooLarge();
      const answered = respond(endpoint, request);
      running.add(answered);
      void answered.finally(() => running.delete(answered));
      const { promise: late, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => reject(answerTimeout()), Math.max(0, request.deadline - Date.now()));
      try {
        return await Promise.race([answered, late]);
      } finally {
        clearTimeout(timer);
      }
    },
    publish(signal, payload) {
      // Deliver after the current turn of the event loop, as a message would arrive.
      if (open) setImmediate(() => withoutCaller(() => signals.emit(signal, payload)));
    },
    subscribe(signal, onMessage) {
      const safe = safeSubscriber(signal, onMessage, observer);
      signals.on(signal, safe);
      return () => signals.off(signal, safe);
    },
    ready: () => open,
    async close() {
      open = false;
      await Promise.allSettled(running);
    },
  };
}

/** Returns a copy of a value of JSON. Members that are undefined are left out, as in its text. */
function copy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy) as T;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, copy(member)])) as T;
}
