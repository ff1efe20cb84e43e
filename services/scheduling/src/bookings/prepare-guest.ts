import { type Bus, type CallContext, request } from '@space/bus';
import { type ContactBlock, contactDirectory } from '@space/contracts/contacts';
import { type FieldError, Problem } from '@space/contracts/core';
import type { FormField, NewGuest } from '@space/contracts/scheduling';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import type { FormLoader, LoadedForm } from '../forms/form-loader.ts';
import type { PreparedSubmission, SubmissionPipeline } from '../submissions/pipeline.ts';

/** The person a guest is known as. */
export type GuestContact = z.output<typeof ContactBlock>;

/** What a guest gave beside the time: validated, and with the contact that it belongs to. */
export interface PreparedGuest {
  readonly contact: GuestContact | null;
  /** Answers to the attached form, to be written with the booking. */
  readonly submission: PreparedSubmission | null;
}

/** What judges and captures what guests say. */
export interface BookingPorts {
  readonly bus: Bus;
  readonly database: CommonQueryMethods;
  readonly forms: FormLoader;
  readonly pipeline: SubmissionPipeline;
}

/** The form that is attached to a page, when it takes answers; null when there is none. */
export async function loadAttachedForm({ database, forms }: BookingPorts, page: BookingPageRow): Promise<LoadedForm | null> {
  if (page.form_id === null) return null;
  const form = await forms.find(database, page.space_id, page.form_id);
  if (form?.status === 'active') return form;
  throw new Problem('conflict', `The form of the booking page "${page.name}" takes no answers; activate it or attach another one.`);
}

/** What a guest says of themselves goes into the fields of the form that ask for it, where they left them out. */
function withGuestAnswers(form: LoadedForm, guest: NewGuest, data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const said = Object.fromEntries(
    form.fields.flatMap((field) => {
      const about = guestPropertyOf(form, field);
      return about !== undefined && guest[about] !== null ? [[field.key, guest[about]]] : [];
    }),
  );
  return { ...said, ...data };
}

/** What a page asks of each guest by itself. */
type GuestProperty = 'name' | 'email' | 'phone';

/**
 * The field of a form that asks for the same of a guest as the page does by itself: the first one of each kind. Another
 * phone number, or the name of somebody else, is a question of the form.
 */
export function findGuestField({ email, fields }: Pick<LoadedForm, 'email' | 'fields'>, about: GuestProperty): FormField | undefined {
  if (about === 'email') return email;
  const isAsked = ({ key, type }: FormField): boolean =>
    about === 'phone' ? type === 'phone' : type === 'full_name' || (type === 'short_text' && (key === 'name' || key === 'full_name'));
  return (
    fields.find((field) => field.map_to === `contact.${about}` && (isAsked(field) || field.type === 'short_text')) ??
    fields.find((field) => field.map_to === undefined && isAsked(field))
  );
}

/** What of a guest a field asks for, when the page asks for it already; undefined when it asks for something else. */
export const guestPropertyOf = (form: Pick<LoadedForm, 'email' | 'fields'>, { key }: FormField): GuestProperty | undefined =>
  (['email', 'name', 'phone'] as const).find((about) => findGuestField(form, about)?.key === key);

/** Judges the answers of a guest; the errors have the keys of their fields as paths. */
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
 * Finds or makes the contact of a guest and prepares their answers. Asks other services, and so must come before any
 * transaction. With double opt-in there is no contact before it is confirmed.
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
