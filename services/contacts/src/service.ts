import { fileURLToPath } from 'node:url';
import { audiences, contactDirectory, contacts, tags } from '@space/contracts/contacts';
import { type Service, serving } from '@space/runtime';
import { audienceHandlers } from './audiences.ts';
import { captureHandler } from './capture.ts';
import { contactDirectoryHandlers } from './contact-directory.ts';
import { contactHandlers } from './contacts.ts';
import { tagHandlers } from './tags.ts';

/** People, the tags they are marked with, and the audiences they form. */
export const contactsService: Service = {
  name: 'contacts',
  schema: 'contacts',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  emits: true,
  open: (ports) => ({
    serves: [
      serving(contacts, contactHandlers(ports)),
      serving(tags, tagHandlers(ports)),
      serving(audiences, audienceHandlers(ports)),
      serving(contactDirectory, { ...contactDirectoryHandlers(ports), capture: captureHandler(ports) }),
    ],
  }),
};
