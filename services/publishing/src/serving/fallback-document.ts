import { html } from '@space/web';

/** The document of a page that has none of its own: its title and its description. */
export const fallbackDocument = (title: string, description: string | null): string =>
  String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<style>body{max-width:44rem;margin:0 auto;padding:clamp(1.5rem,8vw,4rem) 1.25rem;font:1.0625rem/1.6 system-ui,sans-serif;color:#1c1917;background:#fff;overflow-wrap:anywhere}h1{line-height:1.2;text-wrap:balance}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${description !== null && html`<p>${description}</p>`}
</main>
</body>
</html>
`);
