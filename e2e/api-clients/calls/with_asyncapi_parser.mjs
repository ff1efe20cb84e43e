import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';

const { document, diagnostics } = await new Parser().parse(readFileSync('asyncapi.json', 'utf8'));
const problems = diagnostics
  .filter(({ severity }) => severity <= 1)
  .map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`);
const messages = document
  ?.channels()
  .get('webhook')
  ?.messages()
  .all()
  .map((message) => message.id());
process.stdout.write(JSON.stringify({ problems, messages }));
