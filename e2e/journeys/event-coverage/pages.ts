import type { Client } from '@space/client';
import { eventually } from '@space/runtime/testing';

/** Triggers every event of sites and pages. */
export async function triggerPageEvents(client: Client): Promise<void> {
  const { look, sites, pages } = client;
  await look.update({ accent: '#0f766e' });
  const site = await sites.create({ title: 'Analytical Engines' });
  await sites.update({ id: site.id, nav_layout: 'sidebar' });
  const { id } = await pages.create({ title: 'About us', site_id: site.id, layout_html: '<h1>About us</h1>' });
  await pages.update({ id, description: 'Who builds the engines' });
  await pages.publish({ id });
  await pages.publish({ id, publish: false, unpublish_at: new Date(Date.now() + 3_600_000).toISOString() });
  await pages.publish({ id, publish: false });
  await pages.delete({ id });
  await triggerFailedPublish(client, site.id);
  await sites.delete({ id: site.id });
}

/** Schedules a page whose form is deleted before its publication. */
async function triggerFailedPublish({ forms, pages }: Client, site_id: string): Promise<void> {
  const form = await forms.create({ name: 'Order an engine', template: 'contact' });
  const { id } = await pages.create({ title: 'Order', site_id, layout_html: `<div data-form-id="${form.id}"></div>` });
  await pages.publish({ id, publish_at: new Date(Date.now() + 10_000).toISOString() });
  await forms.delete({ id: form.id });
  await eventually(
    async () => {
      if ((await pages.get({ id })).schedule_error === null) throw new Error('The page is not due yet.');
    },
    { timeout: 30_000 },
  );
  await pages.delete({ id });
}
