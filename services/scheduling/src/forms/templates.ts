import { type FormTemplateName, formFieldTypes, formTemplates } from '@space/contracts/scheduling';
import { normalizeFields } from './normalize-fields.ts';
import { bookingIntake, contact, leadCapture } from './template-fields/contacts.ts';
import { eventRsvp, nps, quiz } from './template-fields/events.ts';
import type { FormTemplate } from './template-fields/form-template.ts';
import { jobApplication } from './template-fields/jobs.ts';

/** The templates by name. */
export const templates: Readonly<Record<FormTemplateName, FormTemplate>> = {
  contact,
  lead_capture: leadCapture,
  event_rsvp: eventRsvp,
  nps,
  booking_intake: bookingIntake,
  quiz,
  job_application: jobApplication,
};

/** The answer of `GET /form-templates`. */
export const templateList = {
  data: formTemplates.map((template) => ({
    template,
    description: templates[template].description,
    fields: normalizeFields(templates[template].fields),
  })),
  field_types: [...formFieldTypes],
};
