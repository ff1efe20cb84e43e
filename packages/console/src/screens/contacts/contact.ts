import { type SpaceClient, spaceClient } from '../../api/space-client.ts';

/** A contact as the API answers it. */
export type Contact = Awaited<ReturnType<SpaceClient['contacts']['get']>>;

/** A contact in a list, with the fields that were asked for. */
export type ListedContact = Awaited<ReturnType<SpaceClient['contacts']['list']>>['data'][number];

/** The filter of a list of contacts. */
export type ContactFilter = NonNullable<Parameters<SpaceClient['contacts']['list']>[0]>;

/** An audience as the API answers it. */
export type Audience = Awaited<ReturnType<SpaceClient['audiences']['get']>>;

/** Returns the key of the reads of contacts in the cache. */
export const contactsQuery = (space_id: string) => ['space', space_id, 'contacts'] as const;

/** Returns the query of the tags of a Space, for filters and suggestions. */
export const tagsList = (space_id: string) => ({
  queryKey: ['space', space_id, 'tags', 'list'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).tags.list({ limit: 200 }, { signal }),
});

/** Returns the query of the audiences of a Space. */
export const audiencesList = (space_id: string) => ({
  queryKey: ['space', space_id, 'audiences', 'list'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).audiences.list({ limit: 200, sort: 'name' }, { signal }),
});

/** The fields of a contact that are one text, in their order on the screen. */
export const textFields = ['name', 'email', 'phone', 'company', 'line_of_work', 'location', 'bio'] as const;

/** The name of a field that is one text. */
export type TextFieldName = (typeof textFields)[number];

/** The columns that a list can show next to the name. */
export const columnNames = ['email', 'phone', 'company', 'line_of_work', 'location', 'tags', 'created_at', 'updated_at'] as const;

/** The name of a column. */
export type ColumnName = (typeof columnNames)[number];

/** The columns of a list before a person changes them. */
export const defaultColumns: readonly ColumnName[] = ['email', 'company', 'tags', 'created_at'];

/** Holds the label of each field. */
export const fieldLabels: Readonly<Record<TextFieldName | ColumnName, string>> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  line_of_work: 'Line of work',
  location: 'Location',
  bio: 'Notes',
  tags: 'Tags',
  created_at: 'Created',
  updated_at: 'Changed',
};
