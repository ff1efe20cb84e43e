import { assetUploads } from '../assets/asset-uploads.ts';
import { assets } from '../assets/assets.ts';
import { billing } from '../commerce/billing.ts';
import { finance } from '../commerce/finance.ts';
import { orders } from '../commerce/orders.ts';
import { paymentSettings } from '../commerce/payment-settings.ts';
import { wallet } from '../commerce/wallet.ts';
import { audiences } from '../contacts/audiences.ts';
import { contacts } from '../contacts/contacts.ts';
import { tags } from '../contacts/tags.ts';
import type { Contract, Operation, Tool } from '../core/operation.ts';
import { subjectOf } from '../core/operation.ts';
import { documentComments } from '../documents/document-comments.ts';
import { documentLive } from '../documents/document-live.ts';
import { documentShareLinks } from '../documents/document-share-links.ts';
import { documentVersions } from '../documents/document-versions.ts';
import { documents } from '../documents/documents.ts';
import { automations } from '../events/automations.ts';
import { deliveries } from '../events/deliveries.ts';
import { eventListening } from '../events/event-listening.ts';
import { feed } from '../events/feed.ts';
import { eventTypeCatalog, listeners } from '../events/listeners.ts';
import { httpRequests } from '../integrations/http-requests.ts';
import { integrations } from '../integrations/integrations.ts';
import { secretSettings } from '../integrations/secret-settings.ts';
import { secrets } from '../integrations/secrets.ts';
import { folders } from '../library/folders.ts';
import { identities } from '../people/identities.ts';
import { members } from '../people/members.ts';
import { passkeys } from '../people/passkeys.ts';
import { person } from '../people/person.ts';
import { activity } from '../platform/activity.ts';
import { agents } from '../platform/agents.ts';
import { look } from '../platform/look.ts';
import { me } from '../platform/me.ts';
import { search } from '../platform/search.ts';
import { settings } from '../platform/settings.ts';
import { storage } from '../platform/storage.ts';
import { blogCollections } from '../publishing/blog-collections.ts';
import { blogPosts } from '../publishing/blog-posts.ts';
import { pageReferences } from '../publishing/page-references.ts';
import { pageVersions } from '../publishing/page-versions.ts';
import { pages } from '../publishing/pages.ts';
import { sites } from '../publishing/sites.ts';
import { social } from '../publishing/social.ts';
import { socialSettings } from '../publishing/social-settings.ts';
import { bookingPages } from '../scheduling/booking-pages.ts';
import { bookings } from '../scheduling/bookings.ts';
import { calendar } from '../scheduling/calendar.ts';
import { formFiles } from '../scheduling/form-files.ts';
import { formSubmissions } from '../scheduling/form-submissions.ts';
import { forms } from '../scheduling/forms.ts';
import { columns } from '../tables/columns.ts';
import { rowComments } from '../tables/row-comments.ts';
import { rows } from '../tables/rows.ts';
import { shareLinks } from '../tables/share-links.ts';
import { snapshots } from '../tables/snapshots.ts';
import { tables } from '../tables/tables.ts';
import { views } from '../tables/views.ts';
import { assetContent } from '../uploads/asset-content.ts';
import { whiteboardComments } from '../whiteboards/whiteboard-comments.ts';
import { whiteboardElements } from '../whiteboards/whiteboard-elements.ts';
import { whiteboardLive } from '../whiteboards/whiteboard-live.ts';
import { whiteboardShareLinks } from '../whiteboards/whiteboard-share-links.ts';
import { whiteboardVersions } from '../whiteboards/whiteboard-versions.ts';
import { whiteboards } from '../whiteboards/whiteboards.ts';
import { myTasks } from '../work/my-tasks.ts';
import { projects } from '../work/projects.ts';
import { taskComments } from '../work/task-comments.ts';
import { taskLabels } from '../work/task-labels.ts';
import { taskLinks } from '../work/task-links.ts';
import { tasks } from '../work/tasks.ts';
import { examplesFor } from './examples.ts';
import { internalContracts } from './internal-contracts.ts';

/**
 * Every contract that clients call with a key, the operator token or the session of a person. With `internalContracts` this is the only list of
 * operations; everything else derives from the two.
 */
export const contracts = {
  contacts,
  tags,
  audiences,
  tables,
  columns,
  rows,
  views,
  rowComments,
  shareLinks,
  snapshots,
  sites,
  pages,
  pageVersions,
  pageReferences,
  blogCollections,
  blogPosts,
  social,
  bookingPages,
  bookings,
  calendar,
  forms,
  formSubmissions,
  formFiles,
  projects,
  tasks,
  myTasks,
  taskLinks,
  taskComments,
  taskLabels,
  folders,
  assets,
  assetUploads,
  assetContent,
  documents,
  documentLive,
  documentVersions,
  documentComments,
  documentShareLinks,
  whiteboards,
  whiteboardElements,
  whiteboardVersions,
  whiteboardComments,
  whiteboardShareLinks,
  whiteboardLive,
  orders,
  billing,
  finance,
  wallet,
  paymentSettings,
  automations,
  eventTypeCatalog,
  listeners,
  deliveries,
  feed,
  eventListening,
  look,
  me,
  search,
  activity,
  storage,
  agents,
  settings,
  members,
  person,
  passkeys,
  identities,
  socialSettings,
  integrations,
  secrets,
  httpRequests,
  secretSettings,
} as const;

/** An operation with the names that derive from its contract. */
export interface CatalogEntry {
  /** `<contract>.<operation>`: the span, the metric label and the name in `operations.txt`. */
  readonly id: string;
  readonly subject: string;
  readonly contract: Contract;
  readonly name: string;
  readonly operation: Operation;
}

const entriesOf = (contract: Contract): CatalogEntry[] =>
  Object.entries(contract.operations).map(([name, operation]) => ({
    id: `${contract.name}.${name}`,
    subject: subjectOf(contract.name, name),
    contract,
    name,
    operation,
  }));

/** Every operation, operator ones included, in the order of declaration. */
export const catalog: readonly CatalogEntry[] = [...Object.values(contracts), ...Object.values(internalContracts)].flatMap(
  (contract: Contract) => entriesOf(contract),
);

/** Every operation that a Space key can call. */
export const publicCatalog: readonly CatalogEntry[] = catalog.filter(({ operation }) => operation.audience === undefined);

/** The operations that only a person who is signed in calls. */
export const personCatalog: readonly CatalogEntry[] = catalog.filter(({ operation }) => operation.audience === 'person');

/** The operations that need the operator token. */
export const operatorCatalog: readonly CatalogEntry[] = catalog.filter(({ operation }) => operation.audience === 'operator');

const examplesOf = examplesFor(publicCatalog.flatMap(({ operation }) => (operation.tools ?? []).map(({ name }) => name)));

/** The contract that describes each family of tools, by the name of the family. */
export const familyContracts: ReadonlyMap<string, Contract> = new Map(
  Object.values<Contract>(contracts).map((contract) => [contract.family ?? contract.name, contract]),
);

/** Every MCP tool with the operation it calls, by name. */
export const toolCatalog: ReadonlyMap<string, CatalogEntry & { readonly tool: Tool }> = new Map(
  publicCatalog.flatMap((entry) =>
    (entry.operation.tools ?? []).map((tool) => [tool.name, { ...entry, tool: { ...tool, examples: examplesOf(tool.name) } }] as const),
  ),
);
