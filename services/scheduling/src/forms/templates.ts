import { type FormTemplateName, formFieldTypes, formTemplates, type NewFormField, type Quiz } from '@space/contracts/scheduling';
import { normalizeFields } from './normalize-fields.ts';
import { bookingIntake, contact, leadCapture } from './template-fields/contacts.ts';
import { eventRsvp, nps, quiz } from './template-fields/events.ts';
import { jobApplication } from './template-fields/jobs.ts';

/** A form to begin from. */
export interface FormTemplate {
  readonly description: string;
  readonly fields: readonly NewFormField[];
  /** What the form is beside its fields. */
  readonly settings: { readonly success_message: string; readonly quiz?: Quiz };
}

/** Every form to begin from (spec, Form: template). */
export const templates: Readonly<Record<FormTemplateName, FormTemplate>> = {
  contact,
  lead_capture: leadCapture,
  event_rsvp: eventRsvp,
  nps,
  booking_intake: bookingIntake,
  quiz,
  job_application: jobApplication,
};

/** The templates as the API lists them. */
export const templateList = {
  data: formTemplates.map((template) => ({
    template,
    description: templates[template].description,
    fields: normalizeFields(templates[template].fields),
  })),
  field_types: [...formFieldTypes],
};
