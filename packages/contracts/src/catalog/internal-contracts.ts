import { assetDirectory } from '../assets/asset-directory.ts';
import {
  libraryAssetUses,
  lookAssetUses,
  publishingAssetUses,
  schedulingAssetUses,
  tableAssetUses,
  workAssetUses,
} from '../assets/asset-uses.ts';
import { formAssets } from '../assets/form-assets.ts';
import { paymentWebhooks } from '../commerce/payment-webhooks.ts';
import { contactDirectory } from '../contacts/contact-directory.ts';
import { documentPages, documentSitemaps } from '../documents/document-pages.ts';
import { wordFiles } from '../documents/word-files.ts';
import { agentRemoval } from '../events/agent-removal.ts';
import { automationDirectory } from '../events/automation-directory.ts';
import { integrationDirectory } from '../integrations/integration-directory.ts';
import { liveDirectory } from '../live/live-directory.ts';
import { peopleDirectory } from '../people/people-directory.ts';
import { activityLog } from '../platform/activity.ts';
import { agentDirectory } from '../platform/agent-directory.ts';
import {
  commerceIds,
  contactIds,
  eventIds,
  integrationIds,
  libraryIds,
  memberIds,
  publishingIds,
  schedulingIds,
  schedulingRecordIds,
  tableIds,
  workIds,
  workRecordIds,
} from '../platform/id-directory.ts';
import { keyDirectory } from '../platform/key-directory.ts';
import {
  commerceSearch,
  contactSearch,
  eventSearch,
  integrationSearch,
  librarySearch,
  publishingSearch,
  schedulingSearch,
  tableSearch,
  workSearch,
} from '../platform/search.ts';
import { spaceDirectory } from '../platform/space-directory.ts';
import {
  commerceRemoval,
  contactRemoval,
  eventClosing,
  eventRemoval,
  integrationRemoval,
  libraryClosing,
  libraryRemoval,
  publishingClosing,
  publishingRemoval,
  schedulingRemoval,
  tableRemoval,
  workRemoval,
} from '../platform/space-removal.ts';
import {
  commerceStorage,
  contactStorage,
  eventStorage,
  integrationStorage,
  libraryStorage,
  publishingStorage,
  schedulingStorage,
  storageDirectory,
  tableStorage,
  workStorage,
} from '../platform/storage.ts';
import { blogPages } from '../publishing/blog-pages.ts';
import { pageDirectory } from '../publishing/page-directory.ts';
import { previewAssets } from '../publishing/preview-assets.ts';
import { previewPages } from '../publishing/preview-pages.ts';
import { sitePages } from '../publishing/site-pages.ts';
import { publicBooking } from '../scheduling/public-booking.ts';
import { publicForms } from '../scheduling/public-forms.ts';
import { schedulingDirectory } from '../scheduling/scheduling-directory.ts';
import { rowDirectory } from '../tables/row-directory.ts';
import { shareLinkDirectory } from '../tables/share-link-directory.ts';
import { sharePages } from '../tables/share-pages.ts';
import { tableNames } from '../tables/table-names.ts';
import { assetVariants } from '../uploads/asset-variants.ts';
import { contentDirectory, uploadDirectory } from '../uploads/upload-directory.ts';
import { whiteboardPages } from '../whiteboards/whiteboard-pages.ts';
import { taskCalendar } from '../work/task-calendar.ts';

/** Contracts that are called without a key: those between services, and the pages of the public origin. */
export const internalContracts = {
  activityLog,
  contactDirectory,
  sharePages,
  documentPages,
  documentSitemaps,
  whiteboardPages,
  shareLinkDirectory,
  schedulingDirectory,
  pageDirectory,
  spaceDirectory,
  peopleDirectory,
  sitePages,
  blogPages,
  previewPages,
  previewAssets,
  publicBooking,
  publicForms,
  paymentWebhooks,
  keyDirectory,
  agentDirectory,
  agentRemoval,
  contactIds,
  tableIds,
  tableNames,
  rowDirectory,
  publishingIds,
  schedulingIds,
  schedulingRecordIds,
  integrationIds,
  commerceIds,
  workIds,
  workRecordIds,
  eventIds,
  taskCalendar,
  libraryIds,
  uploadDirectory,
  contentDirectory,
  liveDirectory,
  assetDirectory,
  tableAssetUses,
  workAssetUses,
  libraryAssetUses,
  publishingAssetUses,
  lookAssetUses,
  schedulingAssetUses,
  formAssets,
  assetVariants,
  wordFiles,
  memberIds,
  automationDirectory,
  integrationDirectory,
  contactSearch,
  tableSearch,
  publishingSearch,
  schedulingSearch,
  eventSearch,
  integrationSearch,
  commerceSearch,
  workSearch,
  librarySearch,
  eventClosing,
  libraryClosing,
  publishingClosing,
  contactRemoval,
  tableRemoval,
  publishingRemoval,
  schedulingRemoval,
  eventRemoval,
  integrationRemoval,
  commerceRemoval,
  workRemoval,
  libraryRemoval,
  storageDirectory,
  contactStorage,
  tableStorage,
  publishingStorage,
  schedulingStorage,
  eventStorage,
  integrationStorage,
  commerceStorage,
  workStorage,
  libraryStorage,
} as const;
