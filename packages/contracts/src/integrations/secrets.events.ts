import { z } from 'zod';
import { eventType } from '../core/event.ts';

const aboutSecret = { secret_id: z.string(), secret: z.string().describe('Its name') };
const crmToken = { secret_id: 'sec_01jd0000000000000000000000', secret: 'CRM_TOKEN' };

/** An operator set a new secret. */
export const secretCreated = eventType({
  type: 'secret_created',
  group: 'secrets',
  label: 'Secret created',
  data: z.object(aboutSecret),
  sample: crmToken,
  filters: [],
});

/** An operator set a secret again: its value, its hosts, its agents or its description. */
export const secretUpdated = eventType({
  type: 'secret_updated',
  group: 'secrets',
  label: 'Secret updated',
  data: z.object(aboutSecret),
  sample: crmToken,
  filters: ['secret_id'],
});

/** An operator deleted a secret. */
export const secretDeleted = eventType({
  type: 'secret_deleted',
  group: 'secrets',
  label: 'Secret deleted',
  data: z.object(aboutSecret),
  sample: crmToken,
  filters: ['secret_id'],
});
