import { type Contact, createClient, type KanbanViewConfig, type ProblemDocument, SpaceError, type ViewConfig } from '@space/client';
import { callOf, type HttpCall, routes } from '@space/client/routes';
import { verifyWebhook, type WebhookEvent } from '@space/client/webhooks';

const space = createClient({ base_url: 'http://localhost:8080/v1', api_key: 'wks_live_x' });

export async function use(request: Request): Promise<[Pick<Contact, 'id'>[], WebhookEvent, ProblemDocument | null]> {
  const contact: Contact = await space.contacts.create({ name: 'Ada', email: 'ada@example.com' }, { idempotency_key: 'one' });
  const all: Pick<Contact, 'id'>[] = [contact];
  for await (const one of space.contacts.list({ limit: 10 })) all.push(one);
  const event = await verifyWebhook({ body: await request.text(), headers: request.headers }, 'whsec_x');
  const problem = await space.contacts.get({ id: 'con_x' }).then(
    () => null,
    (error: unknown) => (error instanceof SpaceError ? error.problem : null),
  );
  // @ts-expect-error: a contact needs an email.
  await space.contacts.create({ name: 'Ada' });
  // @ts-expect-error: there is no such field.
  await space.contacts.create({ name: 'Ada', email: 'ada@example.com', nickname: 'A' });
  return [all, event, problem];
}

export async function useSettings(table_id: string): Promise<ViewConfig> {
  const config: KanbanViewConfig = { stack_by: 'stage', columns: [{ column_key: 'name' }] };
  const view = await space.views.create({ table_id, name: 'Board', type: 'kanban', config });
  const number = { table_id, key: 'amount', label: 'Amount', type: 'number' as const };
  await space.columns.create({ ...number, field_config: { precision: 2, min: 0 } });
  // @ts-expect-error: no type of column has this setting.
  await space.columns.create({ ...number, field_config: { precison: 2 } });
  // @ts-expect-error: a height is a name.
  await space.views.create({ table_id, name: 'Grid', config: { row_height: 20 } });
  return view.config;
}

export function describeCalls(): HttpCall[] {
  const paths: string[] = [routes['contacts.export'].path, routes['contacts.export'].download ?? ''];
  // @ts-expect-error: there is no such operation.
  callOf('http://localhost:8080/v1', 'contacts.burn', {});
  return [callOf('http://localhost:8080/v1', 'contacts.list', { search: paths.join() })];
}
