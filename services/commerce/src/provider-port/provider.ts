import type { PaymentProvider } from '@space/contracts/commerce';
import type { FieldError } from '@space/contracts/core';
import type { BalanceSnapshot, Findings, PullRequest } from './findings.ts';

/** Headers of a webhook that the gateway hands on, by lower-case name. */
export type WebhookHeaders = Readonly<Record<string, string>>;

/** A verified webhook: its id and type at the provider, and its body. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly body: unknown;
}

/** Thrown for a webhook whose signature is missing, wrong, too old or too far in the future. Nothing of it is stored. */
export class SignatureError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SignatureError';
  }
}

/** Thrown for a body with a valid signature that is no event: no JSON, no id or no type. It is stored as no event. */
export class NoEventError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NoEventError';
  }
}

/** Thrown by `read` for an event of a known type that lacks a field or has a wrong one. */
export class EventFieldError extends Error {
  readonly path: string;
  constructor(path: string, reason: string) {
    super(reason);
    this.name = 'EventFieldError';
    this.path = path;
  }
}

/** The closed set of reasons why a provider cannot be read. */
export type ProviderErrorCode =
  | 'unauthorized'
  | 'missing_scope'
  | 'expired'
  | 'rate_limited'
  | 'unreachable'
  | 'timeout'
  | 'bad_answer'
  | 'account_disabled';

/** Thrown when a provider cannot be read. The message has no part of a key and none of the answer. */
export class ProviderError extends Error {
  readonly code: ProviderErrorCode;
  /** The pause that the provider asks for, or null. */
  readonly retry_after_ms: number | null;
  constructor(code: ProviderErrorCode, message: string, retry_after_ms: number | null = null) {
    super(message);
    this.name = 'ProviderError';
    this.code = code;
    this.retry_after_ms = retry_after_ms;
  }
}

/** The account that a key belongs to. */
export interface ProviderAccount {
  readonly id: string;
  readonly label: string;
}

/** Reads at a provider with the key of one connection. Every request is a GET. */
export interface ProviderReader {
  /** Reads the account of the key; an authenticated read that changes nothing. Throws ProviderError. */
  check(): Promise<ProviderAccount>;
  /** Reads what a pull asks for. Throws ProviderError. */
  pull(request: PullRequest): Promise<Findings>;
  /** Reads the balances. Throws ProviderError. */
  balances(): Promise<readonly BalanceSnapshot[]>;
  /** Reads the source id of the newest money fact, or null. Throws ProviderError. */
  newestTransactionId(): Promise<string | null>;
}

/** A payment provider: how its webhooks are verified and read, and how it is asked. */
export interface PaymentAdapter {
  /** Returns the errors of the secrets that an operator gives, such as a key that could move money. */
  secretErrors(given: { readonly secret?: string | undefined; readonly webhook_secret?: string | undefined }): FieldError[];
  /** Returns the mode that a key is for; undefined if the operator says it. */
  modeOf(secret: string | undefined): 'live' | 'test' | undefined;
  /** Verifies the bytes of a webhook with the signing secrets at a time in milliseconds. Throws SignatureError or NoEventError. */
  verify(body: Buffer, headers: WebhookHeaders, secrets: readonly string[], now: number): ProviderEvent;
  /**
   * Returns what an event says, or null for a type that is not used. A pure function. Throws EventFieldError; also for an event of
   * the other mode.
   */
  read(event: ProviderEvent, mode: 'live' | 'test'): Findings | null;
  /** Returns a reader with the key of a connection; null for a provider without keys. */
  reader: ((key: string, signal: AbortSignal) => ProviderReader) | null;
}

/** The adapter of each payment provider. */
export type PaymentAdapters = Readonly<Record<PaymentProvider, PaymentAdapter>>;
