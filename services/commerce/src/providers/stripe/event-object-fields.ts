import { z } from 'zod';
import { idField } from '../../provider-port/event-fields.ts';

/** The id of an object that an event names by its id, or contains. */
export const referenceField = z.union([idField, z.object({ id: idField }).transform(({ id }) => id)]);

/** The id of an object that may be null or absent; it is read as null then. */
export const optionalReferenceField = referenceField.nullish().transform((id) => id ?? null);

/** The details of a payer at Stripe. */
export const billingDetails = z.object({ email: z.string().nullish(), name: z.string().nullish(), phone: z.string().nullish() }).nullish();
