import { z } from 'zod';
import { eventType } from '../core/event.ts';
import { timestamp } from '../core/fields.ts';
import { aboutDocument, ofDocument, sampleDocument } from './documents.events.ts';

const aboutLink = {
  ...aboutDocument,
  share_link_id: z.string(),
  share_link: z.string().nullable().describe('The name of the link'),
};

const settings = { has_password: z.boolean(), expires_at: timestamp.nullable() };

const sample = { ...sampleDocument, share_link_id: 'dsh_01jd0000000000000000000000', share_link: 'For our partners' };

/** A document was shared by a public link. */
export const documentShareLinkCreated = eventType({
  type: 'document_share_link_created',
  label: 'Document shared',
  data: z.object({ ...aboutLink, ...settings }),
  sample: { ...sample, has_password: false, expires_at: null },
  ...ofDocument,
});

/** The name, the password or the expiry of a public link to a document changed. */
export const documentShareLinkUpdated = eventType({
  type: 'document_share_link_updated',
  label: 'Share link of a document updated',
  data: z.object({ ...aboutLink, ...settings, changed: z.array(z.string()).describe('name, password or expires_at') }),
  sample: { ...sample, has_password: false, expires_at: '2027-01-01T00:00:00.000Z', changed: ['expires_at'] },
  ...ofDocument,
});

/** A public link to a document was revoked. */
export const documentShareLinkRevoked = eventType({
  type: 'document_share_link_revoked',
  label: 'Share link of a document revoked',
  data: z.object(aboutLink),
  sample,
  ...ofDocument,
});
