import { fileURLToPath } from 'node:url';
import {
  bookingPages,
  bookings,
  calendar,
  formFiles,
  formSubmissions,
  forms,
  publicBooking,
  publicForms,
  schedulingDirectory,
} from '@space/contracts/scheduling';
import { type Service, serving } from '@space/runtime';
import { bookingPageHandlers } from './booking-pages/booking-pages.ts';
import { bookingHandlers } from './bookings/bookings.ts';
import { guestLinkRetention } from './bookings/guest-link-retention.ts';
import { calendarHandlers } from './calendar/calendar.ts';
import { directoryHandlers } from './directory/scheduling-directory.ts';
import { formFileHandlers } from './form-files/form-files.ts';
import { createFormLoader } from './forms/form-loader.ts';
import { formHandlers } from './forms/forms.ts';
import { publicBookingHandlers } from './public-booking/public-booking.ts';
import { publicFormHandlers } from './public-forms/public-forms.ts';
import { reportHandler } from './report/report.ts';
import { createSubmissionPipeline } from './submissions/pipeline.ts';
import { submissionRetention } from './submissions/submission-retention.ts';
import { submissionHandlers } from './submissions/submissions.ts';
import { submitHandler } from './submissions/submit.ts';

/**
 * What people who are no members of a Space fill in and agree on: forms and their submissions, booking pages and their
 * bookings, and the calendar that both leave their marks in.
 */
export const schedulingService: Service = {
  name: 'scheduling',
  schema: 'scheduling',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  emits: true,
  open(ports) {
    const loaded = createFormLoader();
    const pipeline = createSubmissionPipeline(ports);
    const booking_ports = { bus: ports.bus, database: ports.database, forms: loaded, pipeline };
    return {
      serves: [
        serving(forms, {
          ...formHandlers(ports),
          submit: submitHandler(ports, loaded, pipeline),
          report: reportHandler(ports, loaded),
        }),
        serving(formSubmissions, submissionHandlers(ports, loaded)),
        serving(formFiles, formFileHandlers(ports, loaded)),
        serving(publicForms, publicFormHandlers(ports, loaded, pipeline)),
        serving(bookingPages, bookingPageHandlers(ports)),
        serving(bookings, bookingHandlers(ports, booking_ports)),
        serving(calendar, calendarHandlers(ports)),
        serving(publicBooking, publicBookingHandlers(ports, booking_ports)),
        serving(schedulingDirectory, directoryHandlers(ports)),
      ],
      tasks: [submissionRetention(ports), guestLinkRetention(ports)],
    };
  },
};
