import { Html, html, type Part } from './html.ts';

/** The parts of a complete HTML document. */
export interface DocumentParts {
  readonly title: string;
  /** The only style of the document; its hash belongs into the policy of the page. */
  readonly style: string;
  readonly body: Part;
  /** More elements of the head, such as metadata. */
  readonly head?: Part;
  /** BCP 47 language of the text; default `en`. */
  readonly language?: string;
  /** True when no crawler may list the page. */
  readonly isHidden?: boolean;
}

/** Returns a complete HTML document that fits a phone. Text in the parts is escaped unless it is Html. */
export const htmlDocument = ({ title, style, body, head, language = 'en', isHidden = false }: DocumentParts): string =>
  String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isHidden && html`<meta name="robots" content="noindex, nofollow">\n`}<title>${title}</title>
${head}<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`);
