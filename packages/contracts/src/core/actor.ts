import { z } from 'zod';
import type { Role } from './role.ts';

/** The kinds of actors in a Space (contract, V2). */
export const ActorKind = z.enum(['person', 'agent', 'automation', 'api_key']);

/** The actor of a change: an API key, an agent, an automation, or a person on a public page. */
export const Actor = z.object({ kind: ActorKind, id: z.string(), name: z.string() });

/** The actor of a change. */
export type Actor = z.infer<typeof Actor>;

/** The actor of changes that the system makes by itself, such as disabling a dead webhook. */
export const SERVICE_ACTOR: Actor = { kind: 'automation', id: 'space_api', name: 'Space API' };

/** The limit of a key's calls and the calls that it may make now, as one gateway counts them. */
export interface CallRate {
  readonly per_second: number;
  readonly burst: number;
  readonly left: number;
}

/** The person who calls from the console. */
export interface PersonCaller {
  readonly id: string;
  /** The session of the browser. */
  readonly session_id: string;
  /** The role in the Space of the call; null for a call that is about the person, in no Space. */
  readonly role: Role | null;
  /** The SHA-256 in hex of the next secret of the session; set only for operations that declare `renews_session`. */
  readonly next_hash?: string | undefined;
}

/** The caller of an operation, as the gateway authenticated it. */
export interface Caller {
  readonly space_id: string;
  /** The key that made the call; empty for a person, for an operator and for work of the system itself. */
  readonly key_id: string;
  readonly actor: Actor;
  /** The scopes of the caller; set only for operations that declare `needs_scopes` and for the actions of automations. */
  readonly scopes?: readonly string[] | undefined;
  /** The calls that the key may make now; set only for operations that declare `needs_call_rate`, and null without a limit. */
  readonly call_rate?: CallRate | null | undefined;
  /** The agent whose key an automation uses; absent for all other callers. */
  readonly agent_id?: string | undefined;
  /** The person who calls from the console; absent for all other callers. */
  readonly person?: PersonCaller | undefined;
  /** The grant of the OAuth client that calls; absent for all other callers. */
  readonly grant_id?: string | undefined;
  /** The length of the chain of automations that led to this call; absent for callers that are not automations. */
  readonly chain?: number | undefined;
}

/** Returns the agent that calls, itself or through an automation that uses its key; null when no agent does. */
export const agentOf = ({ actor, agent_id }: Pick<Caller, 'actor' | 'agent_id'>): string | null =>
  actor.kind === 'agent' ? actor.id : (agent_id ?? null);

/** Returns the id that stands for a caller in limits and idempotency: its key, or the member or person without a key. */
export const callerId = ({ key_id, actor }: Pick<Caller, 'key_id' | 'actor'>): string => key_id || actor.id;
