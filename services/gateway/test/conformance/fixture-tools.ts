import { type CallToolResult, MissingRequiredClientCapabilityError, type Tool } from '@modelcontextprotocol/server';
import { audio, embedded, image, text } from './fixture-content.ts';
import { inputTools } from './fixture-inputs.ts';
import type { FixtureTool } from './fixture-tool.ts';

const answering = (description: string, ...content: CallToolResult['content']): FixtureTool => ({ description, call: () => ({ content }) });

/** A schema whose keywords must all reach the client unchanged. */
const SCHEMA_2020_12: Tool['inputSchema'] = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

/** The tools of the suite that need one JSON answer only, by name. */
export const fixtureTools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: answering('Answers text', text('This is a simple text response for testing.')),
  test_image_content: answering('Answers an image', image),
  test_audio_content: answering('Answers a sound', audio),
  test_embedded_resource: answering('Answers a resource', embedded('test://embedded-resource', 'This is an embedded resource content.')),
  test_multiple_content_types: answering(
    'Answers text, an image and a resource',
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
  ),
  test_error_handling: {
    description: 'Always fails',
    call: () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] }),
  },
  json_schema_2020_12_tool: { ...answering('Takes JSON Schema 2020-12', text('ok')), inputSchema: SCHEMA_2020_12 },
  test_missing_capability: {
    description: 'Needs a client that samples',
    call() {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
  },
  test_logging_tool: {
    description: 'Logs, for clients that asked for it',
    async call({ mcpReq }) {
      await mcpReq.log('info', 'logged');
      return { content: [text('ok')] };
    },
  },
  ...inputTools,
};
