import { expect, test } from '@jest/globals';
import { Html, html } from './html.ts';
import { publicOrigin } from './public-origin.ts';

test('what is put into a piece of HTML is text, unless it is HTML itself', () => {
  expect(String(html`<p title="${`"'&`}">${'<b>'} ${new Html('<i>')}${[1, null, undefined, false, html`<br>`]}</p>`)).toBe(
    '<p title="&quot;&#39;&amp;">&lt;b&gt; <i>1<br></p>',
  );
});

test('the second origin is what the configuration says, or a port of this machine', () => {
  expect(publicOrigin({ SPACE_PUBLIC_URL: 'https://pages.example.com//', SPACE_PUBLIC_PORT: 1 })).toBe('https://pages.example.com');
  expect(publicOrigin({ SPACE_PUBLIC_PORT: 8081 })).toBe('http://localhost:8081');
});
