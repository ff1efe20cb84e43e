import { z } from 'zod';
import { eventType } from '../core/event.ts';
import { timestamp } from '../core/fields.ts';
import { aboutWhiteboard, ofWhiteboard, sampleWhiteboard } from './whiteboards.events.ts';

const aboutLink = {
  ...aboutWhiteboard,
  share_link_id: z.string(),
  share_link: z.string().nullable().describe('The name of the link'),
};

const settings = { has_password: z.boolean(), expires_at: timestamp.nullable() };

const sample = { ...sampleWhiteboard, share_link_id: 'wsh_01jd0000000000000000000000', share_link: 'For our partners' };

/** A whiteboard was shared by a public link. */
export const whiteboardShareLinkCreated = eventType({
  type: 'whiteboard_share_link_created',
  label: 'Whiteboard shared',
  data: z.object({ ...aboutLink, ...settings }),
  sample: { ...sample, has_password: false, expires_at: null },
  ...ofWhiteboard,
});

/** The name, the password or the expiry of a public link to a whiteboard changed. */
export const whiteboardShareLinkUpdated = eventType({
  type: 'whiteboard_share_link_updated',
  label: 'Share link of a whiteboard updated',
  data: z.object({ ...aboutLink, ...settings, changed: z.array(z.string()).describe('name, password or expires_at') }),
  sample: { ...sample, has_password: false, expires_at: '2027-01-01T00:00:00.000Z', changed: ['expires_at'] },
  ...ofWhiteboard,
});

/** A public link to a whiteboard was revoked. */
export const whiteboardShareLinkRevoked = eventType({
  type: 'whiteboard_share_link_revoked',
  label: 'Share link of a whiteboard revoked',
  data: z.object(aboutLink),
  sample,
  ...ofWhiteboard,
});
