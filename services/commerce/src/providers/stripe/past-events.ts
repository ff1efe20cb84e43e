import type Stripe from 'stripe';
import type { Findings } from '../../provider-port/findings.ts';
import { EventFieldError } from '../../provider-port/provider.ts';
import { EventAnswer, readAnswer } from './stripe-answers.ts';
import { readStripeEvent } from './stripe-events.ts';
import { createdIn, type ReadTime } from './transactions.ts';

const PAGE = 100;

/**
 * Reads what the events of a time say, earliest first, for webhooks that did not arrive. Stripe lists the events of 30 days. An event
 * that cannot be read stops no other.
 */
export async function readPastEvents(stripe: Stripe, time: ReadTime, mode: 'live' | 'test'): Promise<Findings> {
  const found: Findings[] = [];
  for await (const answer of stripe.events.list({ ...createdIn(time), limit: PAGE })) {
    const event = readAnswer(EventAnswer, answer);
    const findings = readOne(event, mode);
    if (findings !== null) found.push(findings);
  }
  found.reverse();
  return {
    facts: found.flatMap(({ facts = [] }) => facts),
    products: found.flatMap(({ products = [] }) => products),
    prices: found.flatMap(({ prices = [] }) => prices),
    pulls: found.flatMap(({ pulls = [] }) => pulls),
    unread: found.flatMap(({ unread = [] }) => unread),
  };
}

function readOne(event: { readonly id: string; readonly type: string }, mode: 'live' | 'test'): Findings | null {
  try {
    return readStripeEvent({ id: event.id, type: event.type, body: event }, mode);
  } catch (error) {
    if (error instanceof EventFieldError) return { unread: [{ reference: event.id, reason: error.message }] };
    throw error;
  }
}
