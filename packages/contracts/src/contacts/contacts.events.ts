import { z } from 'zod';
import { eventType } from '../core/event.ts';
import { jsonObject } from '../core/fields.ts';
import { TagName } from './contact.ts';

/** The `contact` block of an event: the person as they were when it happened. */
export const ContactBlock = z
  .object({
    id: z.string(),
    name: z.string(),
    first_name: z.string().describe('The first word of the name'),
    email: z.string(),
    phone: z.string().nullable(),
    company: z.string().nullable(),
    line_of_work: z.string().nullable(),
    location: z.string().nullable(),
    bio: z.string().nullable(),
    custom_fields: jsonObject,
    tags: z.array(z.string()),
  })
  .meta({ id: 'ContactBlock' });

const aboutContact = { contact_id: z.string(), contact: ContactBlock };

const ada = {
  id: 'con_01jd0000000000000000000000',
  name: 'Ada Lovelace',
  first_name: 'Ada',
  email: 'ada@example.com',
  phone: '+44 20 7946 0000',
  company: 'Analytical Engines',
  line_of_work: 'Mathematics',
  location: 'London',
  bio: null,
  custom_fields: { plan: 'pro' },
  tags: ['customer'],
};
const aboutAda = { contact_id: ada.id, contact: ada };

/** A contact was created. */
export const contactCreated = eventType({
  type: 'contact_created',
  group: 'contacts',
  label: 'Contact created',
  data: z.object(aboutContact),
  sample: aboutAda,
  filters: [],
});

/** A contact's fields changed; a PATCH that changes nothing emits nothing. */
export const contactUpdated = eventType({
  type: 'contact_updated',
  group: 'contacts',
  label: 'Contact updated',
  data: z.object({ ...aboutContact, changed: z.array(z.string()).describe('The fields that changed') }),
  sample: { ...aboutAda, changed: ['company'] },
  filters: [],
});

/** A contact was deleted; the block shows it as it last was. */
export const contactDeleted = eventType({
  type: 'contact_deleted',
  group: 'contacts',
  label: 'Contact deleted',
  data: z.object(aboutContact),
  sample: aboutAda,
  filters: [],
});

/** A contact was merged into another one, which survives and has the id of the removed one as a further id. */
export const contactMerged = eventType({
  type: 'contact_merged',
  group: 'contacts',
  label: 'Contacts merged',
  data: z.object({
    ...aboutContact,
    merged_contact_id: z.string().describe('Id of the removed contact; it finds the surviving one'),
    merged_contact: ContactBlock.describe('The removed contact as it last was'),
    changed: z.array(z.string()).describe('The fields of the surviving contact that changed'),
  }),
  sample: {
    ...aboutAda,
    merged_contact_id: 'con_01jd0000000000000000000001',
    merged_contact: { ...ada, id: 'con_01jd0000000000000000000001', email: 'ada.lovelace@example.com', company: null, tags: [] },
    changed: ['phone'],
  },
  filters: [],
});

const tagFilters = { filters: ['tag_id', 'tag'], filter_rules: { tag: { text: TagName, ignores_case: true } } } as const;
const aboutTag = { ...aboutContact, tag_id: z.string(), tag: z.string().describe('The name of the tag') };
const sampleTag = { ...aboutAda, tag_id: 'tag_01jd0000000000000000000000', tag: 'customer' };

/** A contact got a tag it did not have; one event for each tag. */
export const contactTagged = eventType({
  type: 'contact_tagged',
  group: 'contacts',
  label: 'Contact tagged',
  data: z.object(aboutTag),
  sample: sampleTag,
  ...tagFilters,
});

/** A contact lost a tag; one event for each tag. */
export const contactUntagged = eventType({
  type: 'contact_untagged',
  group: 'contacts',
  label: 'Tag taken off a contact',
  data: z.object(aboutTag),
  sample: sampleTag,
  ...tagFilters,
});

const aboutAllWithTag = {
  tag_id: z.string(),
  tag: z.string().describe('The name of the tag'),
  contact_count: z.int().describe('Contacts with the tag'),
};
const sampleOfAllWithTag = { tag_id: sampleTag.tag_id, tag: 'client', contact_count: 120 };

/** A tag was renamed for all contacts that have it. */
export const tagUpdated = eventType({
  type: 'tag_updated',
  group: 'contacts',
  label: 'Tag renamed',
  data: z.object({ ...aboutAllWithTag, previous_name: z.string() }),
  sample: { ...sampleOfAllWithTag, previous_name: 'customer' },
  ...tagFilters,
});

/** A tag was deleted and taken off all contacts that had it. */
export const tagDeleted = eventType({
  type: 'tag_deleted',
  group: 'contacts',
  label: 'Tag deleted',
  data: z.object(aboutAllWithTag),
  sample: sampleOfAllWithTag,
  ...tagFilters,
});

/** A deleted tag was restored, on the contacts that had it. */
export const tagRestored = eventType({
  type: 'tag_restored',
  group: 'contacts',
  label: 'Tag restored',
  data: z.object(aboutAllWithTag),
  sample: sampleOfAllWithTag,
  ...tagFilters,
});

const aboutAudience = { audience_id: z.string(), audience: z.string().describe('The name of the audience') };
const sampleAudience = { audience_id: 'aud_01jd0000000000000000000000', audience: 'Customers in London' };

/** An audience was created. */
export const audienceCreated = eventType({
  type: 'audience_created',
  group: 'audiences',
  label: 'Audience created',
  data: z.object(aboutAudience),
  sample: sampleAudience,
  filters: ['audience_id'],
});

/** An audience's name, description or members' definition changed. */
export const audienceUpdated = eventType({
  type: 'audience_updated',
  group: 'audiences',
  label: 'Audience updated',
  data: z.object({ ...aboutAudience, changed: z.array(z.string()) }),
  sample: { ...sampleAudience, changed: ['condition'] },
  filters: ['audience_id'],
});

/** An audience was deleted; its contacts stay. */
export const audienceDeleted = eventType({
  type: 'audience_deleted',
  group: 'audiences',
  label: 'Audience deleted',
  data: z.object(aboutAudience),
  sample: sampleAudience,
  filters: ['audience_id'],
});
