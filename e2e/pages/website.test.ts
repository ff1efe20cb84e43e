import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { expectNoOverflow, openBrowser, picture, READING_MS, seriousFaults, visit } from './browser.ts';

// A browser takes its time on a busy machine.
jest.setTimeout(180_000);

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const PICTURE = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="#0f766e"/></svg>').toString('base64')}`;

const PHONE = 390;
const DESKTOP = 1_280;

const fresh = (title: string) => `${title} ${randomBytes(4).toString('hex')}`;

const document = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<style>body { margin: 0; font: 1.0625rem/1.6 Georgia, serif; color: #222; } main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem; } nav { background: red; position: absolute; }</style>
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`;

/** A website with what a small company has on one. */
async function website(nav_layout: 'top' | 'sidebar' | 'none') {
  const { client } = await newSpace();
  const site = await client.sites.create({ title: fresh('Analytical Engines'), nav_layout });
  const form = await client.forms.create({ name: 'Write to us', template: 'contact' });
  const booking = await client.booking_pages.create({ name: 'A visit to the workshop' });
  const bodies: [string, string][] = [
    ['Home', '<p>We weave algebraical patterns just as the Jacquard loom weaves flowers and leaves.</p>'.repeat(12)],
    ['What we build', '<p>Engines.</p>'],
    ['Contact', `<p>Tell us what you need.</p><div data-form-id="${form.id}"></div>`],
    ['Visit us', `<p>Choose a time.</p><section data-booking-page-id="${booking.id}"></section>`],
  ];
  const urls: string[] = [];
  for (const [title, body] of bodies) {
    const page = await client.pages.create({ title, site_id: site.id, layout_html: document(title, body) });
    urls.push((await client.pages.publish({ id: page.id })).url!);
  }
  return { client, form, booking, urls: urls as [string, string, string, string] };
}

describe.each(['top', 'sidebar', 'none'] as const)('the navigation %s', (layout) => {
  test.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ])('on a %s leads through the site, with scripts and without', async (device, width) => {
    const { urls } = await website(layout);
    for (const script of [true, false]) {
      const { page, complaints, close } = await visit(browser, urls[0], { script, width });
      await expectNoOverflow(page);
      expect(await seriousFaults(page)).toEqual([]);
      if (script) await picture(page, `site-${layout}-${device}`);
      const navigation = page.getByRole('navigation', { name: /Analytical Engines/ });
      if (layout === 'none') {
        expect(await navigation.count()).toBe(0);
      } else {
        expect(await page.getByRole('heading', { name: 'Home' }).isVisible()).toBe(true);
        const menu = navigation.getByText('Menu', { exact: true });
        if (device === 'phone') {
          await menu.click();
          if (script) await picture(page, `site-${layout}-menu`);
        } else expect(await menu.isVisible()).toBe(false);
        const link = navigation.getByRole('link', { name: 'What we build' }).filter({ visible: true });
        expect(await navigation.locator('a[aria-current=page]').filter({ visible: true }).allTextContents()).toEqual(['Home']);
        await link.click();
        await page.waitForURL(urls[1]);
        expect(await page.getByRole('heading', { name: 'What we build' }).isVisible()).toBe(true);
      }
      expect(complaints).toEqual([]);
      await close();
    }
  });
});

test('a form in a page of a site can be submitted', async () => {
  const { client, form, urls } = await website('top');
  const { page, complaints, close } = await visit(browser, urls[2], { script: true });
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Name', { exact: false }).first().fill('Ada Lovelace');
  await frame.getByLabel('Email').fill('ada@example.com');
  await frame.getByRole('textbox').last().fill('An engine, please.');
  await picture(page, 'site-form');
  await page.waitForTimeout(READING_MS);
  await frame.getByRole('button', { name: 'Send' }).click();
  await frame.getByText('Thank you').waitFor();
  expect((await client.form_submissions.list({ id: form.id })).data).toHaveLength(1);
  expect(complaints).toEqual([]);
  await close();
});

test('a time can be booked on a booking page in a page of a site', async () => {
  const { client, booking, urls } = await website('sidebar');
  const { page, complaints, close } = await visit(browser, urls[3], { script: true, width: DESKTOP });
  const frame = page.frameLocator('iframe');
  await frame.locator('a[href*="start="], button[name=start], a:has(time)').first().waitFor();
  await picture(page, 'site-booking');
  await frame.locator('a[href*="start="], button[name=start], a:has(time)').first().click();
  await frame.getByLabel('Name', { exact: false }).first().fill('Ada Lovelace');
  await frame.getByLabel('Email').fill('ada@example.com');
  await page.waitForTimeout(READING_MS);
  await frame.getByRole('button', { name: /book|confirm/i }).click();
  await frame.getByText('ada@example.com').first().waitFor();
  expect((await client.bookings.list({ booking_page_id: booking.id })).data).toHaveLength(1);
  expect(complaints).toEqual([]);
  await close();
});

describe.each([
  ['desktop', DESKTOP, false],
  ['phone', PHONE, false],
  ['phone in the dark', PHONE, true],
])('a blog on a %s', (device, width, dark) => {
  test('shows its list and its posts accessibly and without overflow', async () => {
    const { client } = await newSpace();
    await client.look.update({ name: 'Analytical Engines', logo: PICTURE, accent: '#0f766e' });
    const blog = await client.blog_collections.create({
      base_slug: `notes-${randomBytes(5).toString('hex')}`,
      title: 'Notes by the translator',
      description: 'On the Analytical Engine, and what it can be made to do.',
    });
    const body_html = `<p>The Analytical Engine <strong>weaves algebraical patterns</strong> just as the Jacquard loom weaves flowers and leaves. <a href="https://example.com/notes">Note G</a> says how.</p>
<h2>What it cannot do</h2><p>It has no pretensions to originate anything.</p><blockquote>It can do what we know how to order it to perform.</blockquote>
<ul><li>Cards of operations</li><li>Cards of variables</li></ul><pre><code>V[4] = V[1] * V[2]; // ${'a long line '.repeat(12)}</code></pre>
<table><tr><th>Card</th><th>Operation</th><th>Variables acted upon</th><th>Results</th></tr><tr><td>1</td><td>×</td><td>V2 × V3</td><td>V4, V5, V6</td></tr></table><hr><p>${'The science of operations is a science of itself. '.repeat(10)}</p>`;
    // No picture, so that the test needs no network.
    const cover_image_url = `${profile.public_url}/no-cover.png`;
    const posts = [];
    for (const title of [
      'The engine weaves',
      'On the cards of the loom, and why a very long title has to be broken into lines',
      'First numbers',
    ])
      posts.push(
        await client.blog_posts.create({
          title,
          author: 'Ada Lovelace',
          tags: ['Engines', 'Note G'],
          cover_image_url,
          body_html,
          status: 'published',
        }),
      );
    for (const [name, url] of [
      ['list', blog.url],
      ['tag', `${blog.url}/tag/engines`],
      ['post', posts[1]!.url],
    ] as const) {
      const { page, complaints, close } = await visit(browser, url, { script: false, width, dark });
      await expectNoOverflow(page);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.locator('.brand').textContent()).toBe('Analytical Engines');
      expect(await page.locator('.brand img').getAttribute('src')).toBe(PICTURE);
      expect(await page.getByText('1 min read').count()).toBe(name === 'post' ? 1 : 3);
      await picture(page, `blog-${name}-${device.replaceAll(' ', '-')}`);
      if (name === 'post') {
        await page.getByRole('link', { name: 'Next post' }).click();
        await page.getByRole('heading', { name: 'First numbers' }).waitFor();
        await page.getByRole('link', { name: 'Note G', exact: true }).last().click();
        await page.getByRole('heading', { name: 'Posts about “Note G”' }).waitFor();
      }
      expect(complaints).toEqual([]);
      await close();
    }
  });
});
