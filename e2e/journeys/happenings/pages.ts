import type { Client } from '@space/client';

/** One call for each thing that happens to sites and pages. */
export async function pagesHappen({ sites, pages }: Client): Promise<void> {
  const site = await sites.create({ title: 'Analytical Engines' });
  await sites.update({ id: site.id, nav_layout: 'sidebar' });
  const { id } = await pages.create({ title: 'About us', site_id: site.id, layout_html: '<h1>About us</h1>' });
  await pages.update({ id, description: 'Who builds the engines' });
  await pages.publish({ id });
  await pages.publish({ id, publish: false, at: new Date(Date.now() + 3_600_000).toISOString() });
  await pages.publish({ id, publish: false });
  await pages.delete({ id });
  await sites.delete({ id: site.id });
}
