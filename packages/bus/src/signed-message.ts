import { randomBytes } from 'node:crypto';
import { LATE_CALL_SECONDS, MAX_SIGNAL_AGE_SECONDS } from '@space/contracts/core';
import { MAX_CACHED } from '@space/contracts/platform';
import type { MessageSigner } from '@space/crypto';
import type { RefusalReason } from './bus.ts';

/** The header of a signed message: `<expiry in ms>.<nonce>.<signature>`; that of an answer has the signature only. */
export const SIGNATURE_HEADER = 'Space-Signature';

const FORM = /^((\d{1,16})\.[\w-]{1,32})\.(.+)$/;

const SECOND_MS = 1_000;

/** The lifetime of one generation of nonces: longer than the longest deadline. Two generations are remembered. */
const GENERATION_MS = 150_000;

/** Signs and checks the messages of one process on the bus (ADR 19). */
export interface MessageSeal {
  /** Returns the header of a call. */
  signCall(subject: string, call: string, body: Uint8Array, deadline: number): string;
  /** Returns the header of a signal. */
  signSignal(subject: string, body: Uint8Array): string;
  /** Returns the header of the answer to a call, bound to the header of the call. */
  signAnswer(callHeader: string, status: string, body: Uint8Array): string;
  /** Returns the reason to refuse a call, or undefined for one that a process of this installation sent just now. */
  refuseCall(header: string, subject: string, call: string, body: Uint8Array): RefusalReason | undefined;
  refuseSignal(header: string, subject: string, body: Uint8Array): RefusalReason | undefined;
  refuseAnswer(header: string, callHeader: string, status: string, body: Uint8Array): RefusalReason | undefined;
}

/**
 * Creates the seal of one process. The signature covers the kind, the subject, the expiry, a nonce, the header with
 * caller, parameters and deadline, and the body. A message from the future is accepted: its sender's clock is ahead. A call
 * is accepted once by each process. A signal may come to several subscribers of a process, and its effect is idempotent.
 */
export function createMessageSeal(signer: MessageSigner): MessageSeal {
  const prefix = randomBytes(9).toString('base64url');
  const nonces = createNonceMemory();
  let count = 0;

  function seal(kind: string, subject: string, head: string, body: Uint8Array, expiresAt: number): string {
    const stamp = `${expiresAt}.${prefix}${(count++).toString(36)}`;
    return `${stamp}.${signer.sign(textOf(kind, subject, stamp, head), body)}`;
  }

  function refuse(header: string, kind: string, subject: string, head: string, body: Uint8Array): RefusalReason | undefined {
    const [, stamp, expiry, signature] = FORM.exec(header) ?? [];
    if (stamp === undefined) return 'unsigned';
    if (Number(expiry) < Date.now()) return 'expired';
    if (!signer.verify(signature!, textOf(kind, subject, stamp, head), body)) return 'forged';
    return undefined;
  }

  return {
    signCall: (subject, call, body, deadline) => seal('call', subject, call, body, Math.ceil(deadline) + LATE_CALL_SECONDS * SECOND_MS),
    signSignal: (subject, body) => seal('signal', subject, '', body, Date.now() + MAX_SIGNAL_AGE_SECONDS * SECOND_MS),
    signAnswer: (callHeader, status, body) => signer.sign(textOf('answer', callHeader, status, ''), body),
    refuseCall(header, subject, call, body) {
      const refused = refuse(header, 'call', subject, call, body);
      return refused ?? (nonces.add(FORM.exec(header)![1]!) ? undefined : 'replayed');
    },
    refuseSignal: (header, subject, body) => refuse(header, 'signal', subject, '', body),
    refuseAnswer(header, callHeader, status, body) {
      if (header === '') return 'unsigned';
      return signer.verify(header, textOf('answer', callHeader, status, ''), body) ? undefined : 'forged';
    },
  };
}

/** Joins the parts of a message that are lines of NATS, so that no part contains the separator. */
const textOf = (...parts: string[]): string => parts.join('\n');

/** Remembers nonces; `add` returns false for a known one. A process with more calls than it may remember forgets the oldest ones early. */
function createNonceMemory(): { add(nonce: string): boolean } {
  let [recent, older] = [new Set<string>(), new Set<string>()];
  let startedAt = performance.now();
  return {
    add(nonce) {
      if (recent.has(nonce) || older.has(nonce)) return false;
      if (recent.size >= MAX_CACHED.nonces || performance.now() - startedAt > GENERATION_MS) {
        [recent, older] = [new Set<string>(), recent];
        startedAt = performance.now();
      }
      recent.add(nonce);
      return true;
    },
  };
}
