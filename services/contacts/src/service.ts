import { fileURLToPath } from 'node:url';
import { audiences, contactDirectory, contacts, tags } from '@space/contracts/contacts';
import { contactStorage } from '@space/contracts/platform';
import { measureSpace } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { audienceHandlers } from './audiences/audiences.ts';
import { contactHandlers } from './contacts/contacts.ts';
import { contactDirectoryHandlers } from './directory/contact-directory.ts';
import { tagHandlers } from './tags/tags.ts';

/** The service of contacts, their tags, and audiences. */
export const contactsService: Service = {
  ...manifest.contacts,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  open: (ports) => ({
    serves: [
      serving(contacts, contactHandlers(ports)),
      serving(tags, tagHandlers(ports)),
      serving(audiences, audienceHandlers(ports)),
      serving(contactDirectory, contactDirectoryHandlers(ports)),
      serving(contactStorage, {
        measure: async ({ caller }) => ({ ...(await measureSpace(ports.database, 'contacts', caller.space_id)), files: 0 }),
      }),
    ],
  }),
};
