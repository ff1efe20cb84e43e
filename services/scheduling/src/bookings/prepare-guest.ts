import { type Bus, type CallContext, request } from '@space/bus';
import { type ContactBlock, contactDirectory } from '@space/contracts/contacts';
import { type FieldError, Problem } from '@space/contracts/core';
import type { FormField, NewGuest } from '@space/contracts/scheduling';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import type { FormLoader, LoadedForm } from '../forms/form-loader.ts';
import type { PreparedSubmission, SubmissionPipeline } from '../submissions/pipeline.ts';

/** The contact of a guest. */
export type GuestContact = z.output<typeof ContactBlock>;

/** The contact and the validated answers of a guest. */
export interface PreparedGuest {
  readonly contact: GuestContact | null;
  /** Answers to the attached form, to be written with the booking. */
  readonly submission: PreparedSubmission | null;
}

/** The ports of bookings, with the forms and the pipeline of submissions. */
export interface BookingPorts {
  readonly bus: Bus;
  readonly database: CommonQueryMethods;
  readonly forms: FormLoader;
  readonly pipeline: SubmissionPipeline;
}

/** Returns the form that is attached to a page, null when there is none. Throws a 409 `conflict` when it takes no answers. */
export async function loadAttachedForm({ database, forms }: BookingPorts, page: BookingPageRow): Promise<LoadedForm | null> {
  if (page.form_id === null) return null;
  const form = await forms.find(database, page.space_id, page.form_id);
  if (form?.status === 'active') return form;
  throw new Problem('conflict', `The form of the booking page "${page.name}" takes no answers; activate it or attach another one.`);
}

/** Returns the answers with the name, email and phone of the guest where the form asks for them and has no answer. */
function withGuestAnswers(form: LoadedForm, guest: NewGuest, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fromGuest = Object.fromEntries(
    form.fields.flatMap((field) => {
      const property = guestPropertyOf(form, field);
      return property !== undefined && guest[property] !== null ? [[field.key, guest[property]]] : [];
    }),
  );
  return { ...fromGuest, ...data };
}

/** A property that a booking page asks of each guest. */
type GuestProperty = 'name' | 'email' | 'phone';

/**
 * Returns the first field of a form that asks for a property which the page asks for itself. Further fields, such as a second
 * phone number, are questions of the form.
 */
export function findGuestField({ email, fields }: Pick<LoadedForm, 'email' | 'fields'>, property: GuestProperty): FormField | undefined {
  if (property === 'email') return email;
  const asksFor = ({ key, type }: FormField): boolean =>
    property === 'phone' ? type === 'phone' : type === 'full_name' || (type === 'short_text' && (key === 'name' || key === 'full_name'));
  return (
    fields.find((field) => field.map_to === `contact.${property}` && (asksFor(field) || field.type === 'short_text')) ??
    fields.find((field) => field.map_to === undefined && asksFor(field))
  );
}

/** Returns the property of the guest that a field asks for; undefined for any other question. */
export const guestPropertyOf = (form: Pick<LoadedForm, 'email' | 'fields'>, { key }: FormField): GuestProperty | undefined =>
  (['email', 'name', 'phone'] as const).find((property) => findGuestField(form, property)?.key === key);

/** Validates the answers of a guest; the paths of errors are field keys. */
export async function validateGuestAnswers(
  ports: BookingPorts,
  form: LoadedForm,
  guest: NewGuest,
  data: Readonly<Record<string, unknown>>,
) {
  const validated = await ports.pipeline.validate(form, withGuestAnswers(form, guest, data));
  return { validated, errors: validated.errors as readonly FieldError[] };
}

/**
 * Captures the contact of a guest and prepares their answers. It calls other services, so it runs before the transaction.
 * With double opt-in there is no contact until the answers are confirmed.
 */
export async function prepareGuest(
  ports: BookingPorts,
  context: CallContext,
  guest: NewGuest,
  form: LoadedForm | null,
  validated: Awaited<ReturnType<SubmissionPipeline['validate']>> | null,
): Promise<PreparedGuest> {
  const submission = form && validated ? await ports.pipeline.prepare(context, form, validated, { source: 'booking' }) : null;
  if (submission && (submission.contact || form?.double_opt_in)) return { contact: submission.contact, submission };
  const { name, email, phone } = guest;
  const contact = await request(ports.bus, context, contactDirectory, 'capture', { name, email, ...(phone === null ? {} : { phone }) });
  return { contact, submission };
}
