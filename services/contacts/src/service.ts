import { fileURLToPath } from 'node:url';
import { audiences, contactDirectory, contacts, tags } from '@space/contracts/contacts';
import { contactIds, contactRemoval, contactSearch, contactStorage } from '@space/contracts/platform';
import { findByText, findExistingIds, measureSpace, removeSpaceRows } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { audienceHandlers } from './audiences/audiences.ts';
import { bulkHandlers } from './bulk/bulk.ts';
import { contactHandlers } from './contacts/contacts.ts';
import { contactDirectoryHandlers } from './directory/contact-directory.ts';
import { createUndoRetention } from './retention/undo-retention.ts';
import { searchSources } from './search/search-sources-sql.ts';
import { tagHandlers } from './tags/tags.ts';

/** The service of contacts, their tags, and audiences. */
export const contactsService: Service = {
  ...manifest.contacts,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open: (ports) => ({
    serves: [
      serving(contactRemoval, { remove: ({ caller }) => removeSpaceRows(ports.database, 'contacts', caller.space_id) }),
      serving(contactSearch, {
        find: async ({ input, caller }) => ({ found: [...(await findByText(ports.database, caller.space_id, searchSources, input))] }),
      }),
      serving(contacts, { ...contactHandlers(ports), ...bulkHandlers(ports) }),
      serving(tags, tagHandlers(ports)),
      serving(audiences, audienceHandlers(ports)),
      serving(contactDirectory, contactDirectoryHandlers(ports)),
      serving(contactIds, {
        find: async ({ input, caller }) => ({
          ids: await findExistingIds(ports.database, 'contacts', ['tag', 'audience'], caller.space_id, input.ids),
        }),
      }),
      serving(contactStorage, {
        measure: async ({ caller }) => ({ ...(await measureSpace(ports.database, 'contacts', caller.space_id)), files: 0 }),
      }),
    ],
    tasks: [createUndoRetention(ports)],
  }),
};
