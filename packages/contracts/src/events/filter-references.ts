/** The service that has the things which a filter names by id. */
export type ReferenceOwner =
  | 'contacts'
  | 'tables'
  | 'publishing'
  | 'scheduling'
  | 'events'
  | 'integrations'
  | 'commerce'
  | 'work'
  | 'library';

/** A thing that filters name by id, and the route that lists its ids. */
interface FilterReference {
  readonly noun: string;
  readonly owner: ReferenceOwner;
  readonly list: string;
  /** True for things that a filter may also name by slug or name; the stored filter has the id. */
  readonly has_names?: true;
}

/** The things that filters of event types name by id, by the key of the filter. */
export const filterReferences: ReadonlyMap<string, FilterReference> = new Map(
  Object.entries({
    tag_id: { noun: 'tag', owner: 'contacts', list: 'GET /tags' },
    audience_id: { noun: 'audience', owner: 'contacts', list: 'GET /audiences' },
    table_id: { noun: 'table', owner: 'tables', list: 'GET /tables', has_names: true },
    site_id: { noun: 'site', owner: 'publishing', list: 'GET /sites' },
    page_id: { noun: 'page', owner: 'publishing', list: 'GET /pages' },
    collection_id: { noun: 'blog collection', owner: 'publishing', list: 'GET /blog/collections' },
    post_id: { noun: 'blog post', owner: 'publishing', list: 'GET /blog/posts' },
    social_post_id: { noun: 'social post', owner: 'publishing', list: 'GET /social/posts' },
    planner_id: { noun: 'planner', owner: 'publishing', list: 'GET /social/planners' },
    account_id: { noun: 'connected account', owner: 'publishing', list: 'GET /social/accounts' },
    form_id: { noun: 'form', owner: 'scheduling', list: 'GET /forms' },
    booking_page_id: { noun: 'booking page', owner: 'scheduling', list: 'GET /booking-pages' },
    automation_id: { noun: 'automation', owner: 'events', list: 'GET /automations' },
    project_id: { noun: 'project', owner: 'work', list: 'GET /projects' },
    folder_id: { noun: 'folder', owner: 'library', list: 'GET /folders' },
    folder_ids: { noun: 'folder', owner: 'library', list: 'GET /folders' },
    document_id: { noun: 'document', owner: 'library', list: 'GET /documents' },
    whiteboard_id: { noun: 'whiteboard', owner: 'library', list: 'GET /whiteboards' },
    product_id: { noun: 'product', owner: 'commerce', list: 'GET /finance/products' },
    integration_id: { noun: 'payment integration', owner: 'commerce', list: 'GET /integrations' },
    secret_id: { noun: 'secret', owner: 'integrations', list: 'GET /secrets' },
    subscription_id: { noun: 'event subscription', owner: 'events', list: 'GET /event-subscriptions' },
  } as const),
);
