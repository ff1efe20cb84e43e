import {
  type ContentBlock,
  type GetPromptResult,
  type InputRequiredResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { embedded, image, text } from './fixture-content.ts';
import { askingPrompt } from './fixture-inputs.ts';

interface FixturePrompt {
  readonly description: string;
  readonly arguments?: Prompt['arguments'];
  get(args: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult;
}

const saying = (...content: readonly ContentBlock[]): GetPromptResult => ({
  messages: content.map((one) => ({ role: 'user', content: one })),
});

const required = (...names: readonly string[]): Prompt['arguments'] =>
  names.map((name) => ({ name, description: `The ${name}`, required: true }));

const prompts: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: { description: 'Says one thing', get: () => saying(text('This is a simple prompt for testing.')) },
  test_prompt_with_arguments: {
    description: 'Says its arguments',
    arguments: required('arg1', 'arg2'),
    get: ({ arg1, arg2 }) => saying(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    description: 'Holds a resource',
    arguments: required('resourceUri'),
    get: ({ resourceUri = '' }) =>
      saying(embedded(resourceUri, 'Embedded resource content for testing.'), text('Please process the embedded resource above.')),
  },
  test_prompt_with_image: { description: 'Holds an image', get: () => saying(image, text('Please analyze the image above.')) },
  test_input_required_result_prompt: { description: 'Asks for a context', get: (_args, context) => askingPrompt(context) },
};

/** Serves the prompts of the suite. Completions of their arguments are empty. */
export function servePrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, { description, arguments: args }]) => ({
      name,
      description,
      ...(args ? { arguments: args } : {}),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    const prompt = prompts[params.name];
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}.`);
    return prompt.get(params.arguments ?? {}, context);
  });
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
}
