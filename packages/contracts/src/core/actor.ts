import { z } from 'zod';

/** Who can make something happen in a Space (spec, Event). */
export const ActorKind = z.enum(['person', 'agent', 'automation', 'api_key']);

/** On whose behalf something happens: an API key, an agent, an automation, or a person on a public page. */
export const Actor = z.object({ kind: ActorKind, id: z.string(), name: z.string() });

/** On whose behalf something happens. */
export type Actor = z.infer<typeof Actor>;

/** What the service does by itself, asked by nobody: it switches a dead webhook off. */
export const SERVICE_ACTOR: Actor = { kind: 'automation', id: 'space_api', name: 'Space API' };

/** Who asks: what the gateway proved about a call before a service sees it. */
export interface Caller {
  readonly space_id: string;
  /** The key that made the call; empty for an operator and for work of the system itself. */
  readonly key_id: string;
  readonly actor: Actor;
  /** What the caller may do; there only for operations that declare `needs_scopes`, and for the actions of automations. */
  readonly scopes?: readonly string[] | undefined;
  /** The agent whose key an automation acts for; absent for everyone who is no such automation. */
  readonly agent_id?: string | undefined;
  /** How many automations, one caused by the other, led to this call; absent for everyone who is no automation. */
  readonly chain?: number | undefined;
}

/** The agent that asks, itself or through an automation that acts for its key; null when none does. */
export const agentOf = ({ actor, agent_id }: Pick<Caller, 'actor' | 'agent_id'>): string | null =>
  actor.kind === 'agent' ? actor.id : (agent_id ?? null);
