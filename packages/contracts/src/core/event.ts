import { z } from 'zod';
import { ActorKind } from './actor.ts';

/** One kind of happening: its name, how it is shown, and what `data` holds when it happens. */
export interface EventType<Name extends string = string, Data extends z.ZodObject = z.ZodObject> {
  readonly type: Name;
  /** The group it is listed under in GET /event-types. */
  readonly group: string;
  readonly label: string;
  /** The keys of `data` as the emitter gives them; `actor` and `actor_kind` are added to each (spec, Event). */
  readonly data: Data;
  readonly sample: z.input<Data>;
  /** The keys a listener's `filters` may use for this type; each is a key of `data`. */
  readonly filters: readonly (keyof z.input<Data> & string)[];
}

/** Declares an event type; its name cannot be widened and its sample must fit its data. */
export const eventType = <const Name extends string, Data extends z.ZodObject>(declaration: EventType<Name, Data>): EventType<Name, Data> =>
  declaration;

/** What every event carries beside its own data: who made it happen (spec, Event). */
export const Enrichment = z.object({
  actor: z.object({
    kind: ActorKind,
    id: z.string().optional(),
    name: z.string(),
    chain: z.int().min(1).optional().describe('Of an automation: how many automations, one caused by the other, led to this'),
  }),
  actor_kind: ActorKind,
});

/** The data of a sample event of a type, as the wire shows it. */
export const enrichedSample = ({ sample }: EventType): Record<string, unknown> => ({
  ...sample,
  actor: { kind: 'api_key', id: 'key_01jd0000000000000000000000', name: 'CRM sync' } satisfies z.infer<typeof Enrichment>['actor'],
  actor_kind: 'api_key',
});

/** An event as a feed and a webhook body show it (spec, Event). */
export const Event = z
  .object({
    id: z.string().describe('evt_…, stable across retries'),
    type: z.string(),
    label: z.string(),
    space_id: z.string(),
    occurred_at: z.iso.datetime({ precision: 3 }),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' });

/** An event as a feed and a webhook body show it. */
export type Event = z.infer<typeof Event>;

/** A webhook's body: the event, the delivery it belongs to and the attempt this is (spec, Event). */
export const WebhookBody = Event.extend({
  delivery_id: z.int(),
  attempt: z.int().min(1),
}).meta({ id: 'WebhookBody' });
