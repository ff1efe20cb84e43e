import { fileURLToPath } from 'node:url';
import { schedulingAssetUses } from '@space/contracts/assets';
import { schedulingIds, schedulingRecordIds, schedulingRemoval, schedulingSearch, schedulingStorage } from '@space/contracts/platform';
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
import { findByText, findExistingIds, removeSpaceRows } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { bookingPageHandlers } from './booking-pages/booking-pages.ts';
import { bookingHandlers } from './bookings/bookings.ts';
import { guestLinkRetention } from './bookings/guest-link-retention.ts';
import { calendarHandlers } from './calendar/calendar.ts';
import { directoryHandlers } from './directory/scheduling-directory.ts';
import { assetUseHandlers } from './form-assets/asset-uses.ts';
import { assetRemovalTask, fileMoveTask } from './form-assets/form-asset-tasks.ts';
import { formFileHandlers } from './form-files/form-files.ts';
import { createFormLoader } from './forms/form-loader.ts';
import { formHandlers } from './forms/forms.ts';
import { publicBookingHandlers } from './public-booking/public-booking.ts';
import { publicFormHandlers } from './public-forms/public-forms.ts';
import { reportHandler } from './report/report.ts';
import { searchSources } from './search/search-sources-sql.ts';
import { storageHandlers } from './storage/storage.ts';
import { createSubmissionPipeline } from './submissions/pipeline.ts';
import { submissionRetention } from './submissions/submission-retention.ts';
import { submissionHandlers } from './submissions/submissions.ts';
import { submitHandler } from './submissions/submit.ts';
import { taskReconciliation } from './task-mirror/reconcile-tasks.ts';
import { createTaskConsumer } from './task-mirror/task-consumer.ts';

/** Forms and their submissions, booking pages and their bookings, and the calendar of a Space. */
export const schedulingService: Service = {
  ...manifest.scheduling,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open(ports) {
    const loader = createFormLoader();
    const pipeline = createSubmissionPipeline(ports);
    const bookingPorts = { bus: ports.bus, database: ports.database, forms: loader, pipeline };
    return {
      serves: [
        serving(schedulingRemoval, { remove: ({ caller }) => removeSpaceRows(ports.database, 'scheduling', caller.space_id) }),
        serving(schedulingSearch, {
          find: async ({ input, caller }) => ({ found: [...(await findByText(ports.database, caller.space_id, searchSources, input))] }),
        }),
        serving(forms, {
          ...formHandlers(ports),
          submit: submitHandler(ports, loader, pipeline),
          report: reportHandler(ports, loader),
        }),
        serving(formSubmissions, submissionHandlers(ports, loader)),
        serving(formFiles, formFileHandlers(ports, loader)),
        serving(publicForms, publicFormHandlers(ports, loader, pipeline)),
        serving(bookingPages, bookingPageHandlers(ports)),
        serving(bookings, bookingHandlers(ports, bookingPorts)),
        serving(calendar, calendarHandlers(ports)),
        serving(publicBooking, publicBookingHandlers(ports, bookingPorts)),
        serving(schedulingDirectory, directoryHandlers(ports)),
        serving(schedulingAssetUses, assetUseHandlers(ports)),
        serving(schedulingIds, {
          find: async ({ input, caller }) => ({
            ids: await findExistingIds(ports.database, 'scheduling', ['form', 'booking_page'], caller.space_id, input.ids),
          }),
        }),
        serving(schedulingRecordIds, {
          find: async ({ input, caller }) => ({
            ids: await findExistingIds(ports.database, 'scheduling', ['booking', 'form_submission'], caller.space_id, input.ids),
          }),
        }),
        serving(schedulingStorage, storageHandlers(ports.database)),
      ],
      consumers: [createTaskConsumer(ports)],
      tasks: [
        submissionRetention(ports),
        guestLinkRetention(ports),
        taskReconciliation(ports),
        fileMoveTask(ports),
        assetRemovalTask(ports),
      ],
    };
  },
};
