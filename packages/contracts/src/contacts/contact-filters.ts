import { z } from 'zod';
import { id } from '../core/fields.ts';
import { MAX_BULK } from '../core/limits.ts';
import { cursor, sortBy } from '../core/page.ts';
import { madeBetween } from '../core/time-fields.ts';
import { Condition } from './condition.ts';
import { contactFieldNames, TagName } from './contact.ts';
import { MAX_FILTER_TAGS } from './limits.ts';

/** The filters of a list of contacts; all of them must hold. */
export const contactFilters = {
  search: z.string().max(200).optional().describe('Part of name, email or company'),
  email: z.string().min(1).max(254).optional().describe('Whole email'),
  tags: z.array(TagName).min(1).max(MAX_FILTER_TAGS).optional().describe('Has all these tags, by name or id'),
  audience_id: id('audience').optional(),
  ...madeBetween,
  condition: Condition.optional().describe('Rule of an audience'),
};

/** The contacts of a call that changes many: their ids, or filters. An empty search is refused: it would select all. */
export const contactSelection = {
  contact_ids: z
    .array(id('contact'))
    .min(1)
    .max(MAX_BULK)
    .optional()
    .meta({ description: 'Ids of contacts, in place of filters', uniqueItems: true }),
  ...contactFilters,
  search: z.string().min(1).max(200).optional().describe('Part of name, email or company'),
};

/** The order, the place and the fields of a list of contacts. */
export const contactOrder = {
  cursor,
  sort: sortBy(['created_at', 'updated_at', 'name', 'email'], '-created_at'),
  fields: z.array(z.enum(contactFieldNames)).min(1).max(contactFieldNames.length).optional().describe('Fields to return'),
};
