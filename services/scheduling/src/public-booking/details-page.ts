import type { FieldError, PageAnswer } from '@space/contracts/core';
import type { FormField, Slot } from '@space/contracts/scheduling';
import { dateOf, dayOf, isoMinute, type MinuteZone, minuteIn } from '@space/time';
import { type Html, html, type Labels, type PageContext } from '@space/web';
import type { BookingPageRow } from '../booking-pages/booking-pages.queries.ts';
import { findGuestField, guestPropertyOf } from '../bookings/prepare-guest.ts';
import type { LoadedForm } from '../forms/form-loader.ts';
import { errorSummaryHtml, fieldsHtml } from '../public-forms/fields-html.ts';
import { FORM_SCRIPT } from '../public-forms/form-script.ts';
import { walkAttributes } from '../public-forms/walk-attributes.ts';
import { renderPage } from '../public-pages/layout.ts';
import { offsetName, spanHtml } from './format-time.ts';
import { pageHeaderHtml } from './page-header.ts';

/** Names of the fields of the page; keys of form fields never begin with a hyphen. */
export const fieldNames = { name: '-name', email: '-email', phone: '-phone', notes: '-notes' } as const;

/** Returns the fields for a guest: name, email, phone where needed, the fields of the form, or a note without a form. */
export function guestFields(labels: Labels, row: BookingPageRow, form: LoadedForm | null): readonly FormField[] {
  const phone = form ? findGuestField(form, 'phone') : undefined;
  const mustCall = row.meeting_location_type === 'phone_call' && row.meeting_location_value === null;
  return [
    { key: fieldNames.name, label: labels.your_name, type: 'full_name', required: true },
    { key: fieldNames.email, label: labels.your_email, type: 'email', required: true },
    ...(mustCall || phone
      ? [
          {
            key: fieldNames.phone,
            label: phone?.label ?? labels.your_phone,
            type: 'phone' as const,
            required: mustCall || phone?.required === true,
            ...(!mustCall && phone && { visible_if: phone.visible_if, required_if: phone.required_if }),
          },
        ]
      : []),
    ...(form?.fields.filter((field) => guestPropertyOf(form, field) === undefined) ?? []),
    ...(form ? [] : [{ key: fieldNames.notes, label: labels.notes_question, type: 'long_text' as const }]),
  ];
}

/** Returns the keys of the form's fields that the fields of the page replace, for conditions. */
const conditionKeys = (form: LoadedForm | null): ReadonlyMap<string, string> =>
  new Map(
    (['name', 'email', 'phone'] as const).flatMap((about) => {
      const field = form && findGuestField(form, about);
      return field ? [[fieldNames[about], field.key] as const] : [];
    }),
  );

/** Returns the field of the page that an error of a form field concerns. */
export function pageFieldOf(form: LoadedForm | null, path: string): string {
  const field = form?.fields.find(({ key }) => key === path);
  const about = form && field && guestPropertyOf(form, field);
  return about ? fieldNames[about] : path;
}

/** A selected time with the values and errors of the guest. */
export interface BookingDetails {
  readonly context: PageContext;
  readonly row: BookingPageRow;
  readonly form: LoadedForm | null;
  readonly zone: MinuteZone;
  readonly start: number;
  readonly values: Readonly<Record<string, unknown>>;
  readonly errors: readonly FieldError[];
  readonly visit: { readonly token: string; readonly honeypot: string };
  readonly notice?: string;
  /** Other times to choose from when the selected one is taken. */
  readonly alternatives?: readonly Slot[];
  readonly retained_files?: ReadonlyMap<string, string>;
}

/** Returns the page that asks for the details of a guest. */
export function detailsPage(status: 200 | 400 | 409, details: BookingDetails): PageAnswer {
  const { context, row, form, zone, start, values, errors, visit, notice, alternatives, retained_files } = details;
  const { labels } = context.locale;
  const fields = guestFields(labels, row, form);
  const takesFiles = fields.some(({ type }) => type === 'file');
  const isTaken = alternatives !== undefined;
  return renderPage(
    context,
    status,
    errors.length > 0 || isTaken ? labels.error_title(row.name) : row.name,
    html`<div class="card">
${pageHeaderHtml(context, row)}
${errorSummaryHtml({ context, fields, errors })}${notice && html`<p class="notice" role="alert" tabindex="-1">${notice}</p>`}
<form method="post" action="/book/${row.id}"${takesFiles && html` enctype="multipart/form-data"`} novalidate${walkAttributes(context.locale, 'one_page')}>
<input type="hidden" name="-visit" value="${visit.token}">
<input type="hidden" name="-timezone" value="${zone.name}">
<div class="honeypot" aria-hidden="true"><label>${labels.leave_empty} <input type="text" name="${visit.honeypot}" value="" tabindex="-1" autocomplete="off"></label></div>
${isTaken ? alternativesHtml(context, zone, alternatives) : timeHtml(details, start)}
${fieldsHtml({ context, fields, values, errors, condition_keys: conditionKeys(form), ...(retained_files && { retained_files }) })}
<div class="buttons"><button type="submit"${isTaken && alternatives.length === 0 && html` disabled`}>${labels.book}</button></div>
</form>
</div>`,
    { script: FORM_SCRIPT, name: row.name, description: row.description },
  );
}

function timeHtml({ context: { locale }, row, zone }: BookingDetails, start: number): Html {
  const back = `/book/${row.id}?${new URLSearchParams({ timezone: zone.name, date: dateOf(dayOf(zone.wallAt(start))) })}`;
  return html`<p class="chosen-time"><strong>${spanHtml(locale, zone, start, start + row.duration_minutes)}</strong><br>
<span class="soft">${zone.name} (${offsetName(zone, start)})</span><br><a href="${back}">${locale.labels.choose_another}</a></p>
<input type="hidden" name="-start" value="${isoMinute(start)}">`;
}

function alternativesHtml({ locale }: PageContext, zone: MinuteZone, others: readonly Slot[]): Html {
  const { labels } = locale;
  if (others.length === 0) return html`<p class="notice">${labels.nothing_else}</p>`;
  return html`<fieldset class="field">
<legend class="name">${labels.choose_another} <span class="optional">(${zone.name})</span></legend>
${others.map(
  ({ starts_at, ends_at }, at) =>
    html`<label class="choice"><input type="radio" name="-start" value="${starts_at}"${at === 0 && html` checked`}><span>${spanHtml(
      locale,
      zone,
      minuteIn(starts_at),
      minuteIn(ends_at),
    )}</span></label>\n`,
)}</fieldset>`;
}
