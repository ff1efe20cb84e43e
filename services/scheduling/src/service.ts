import { fileURLToPath } from 'node:url';
import {
  bookingPages,
  bookings,
  bookPages,
  calendar,
  formFiles,
  formPages,
  formSubmissions,
  forms,
  schedulingDirectory,
} from '@space/contracts/scheduling';
import { type Service, serving } from '@space/runtime';
import { bookPageHandlers } from './book-page/book-pages.ts';
import { bookingPageHandlers } from './booking-pages/booking-pages.ts';
import { bookingHandlers } from './bookings/bookings.ts';
import { linkJanitor } from './bookings/link-janitor.ts';
import { calendarHandlers } from './calendar/calendar.ts';
import { directoryHandlers } from './directory.ts';
import { fileHandlers } from './files/files.ts';
import { formPageHandlers } from './form-page/form-pages.ts';
import { formHandlers } from './forms/forms.ts';
import { loadedForms } from './forms/loaded-forms.ts';
import { reportHandler } from './report/report.ts';
import { submissionJanitor } from './submissions/janitor.ts';
import { submissionPipeline } from './submissions/pipeline.ts';
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
    const loaded = loadedForms();
    const pipeline = submissionPipeline(ports);
    const intake = { bus: ports.bus, database: ports.database, forms: loaded, pipeline };
    return {
      serves: [
        serving(forms, {
          ...formHandlers(ports),
          submit: submitHandler(ports, loaded, pipeline),
          report: reportHandler(ports, loaded),
        }),
        serving(formSubmissions, submissionHandlers(ports, loaded)),
        serving(formFiles, fileHandlers(ports, loaded)),
        serving(formPages, formPageHandlers(ports, loaded, pipeline)),
        serving(bookingPages, bookingPageHandlers(ports)),
        serving(bookings, bookingHandlers(ports, intake)),
        serving(calendar, calendarHandlers(ports)),
        serving(bookPages, bookPageHandlers(ports, intake)),
        serving(schedulingDirectory, directoryHandlers(ports)),
      ],
      tasks: [submissionJanitor(ports), linkJanitor(ports)],
    };
  },
};
