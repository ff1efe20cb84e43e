import { type SpaceClient, spaceClient } from '../../api/space-client.ts';

/** A form as the API answers it. */
export type Form = Awaited<ReturnType<SpaceClient['forms']['get']>>;

/** A field of a form. */
export type FormField = Form['fields'][number];

/** A form in a list. */
export type FormSummary = Awaited<ReturnType<SpaceClient['forms']['list']>>['data'][number];

/** A template of a form. */
export type FormTemplate = Awaited<ReturnType<SpaceClient['forms']['templates']>>['data'][number];

/** A submission of a form. */
export type Submission = Awaited<ReturnType<SpaceClient['form_submissions']['list']>>['data'][number];

/** Returns the key of the reads of forms in the cache. */
export const formsQuery = (space_id: string) => ['space', space_id, 'forms'] as const;

/** Returns the key of the reads of submissions in the cache. */
export const submissionsQuery = (space_id: string) => ['space', space_id, 'form_submissions'] as const;

/** Returns the query of the templates and types of fields, which change only with the service. */
export const templatesQuery = (space_id: string) => ({
  queryKey: [...formsQuery(space_id), 'templates'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => spaceClient(space_id).forms.templates({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
