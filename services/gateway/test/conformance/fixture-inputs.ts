import {
  acceptedContent,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { text } from './fixture-content.ts';
import type { FixtureTool } from './fixture-tool.ts';

/** The state of a flow, signed for the key that started it: the server stores nothing between its requests. */
export const flowState = createRequestStateCodec<{ readonly step: number }>({
  key: 'a secret of the tests, at least 32 bytes long',
  bind: ({ mcpReq, http }) => `${mcpReq.method} ${http?.authInfo?.clientId}`,
});

const Name = z.object({ name: z.string() });
const Confirmation = z.object({ ok: z.boolean() });
const Color = z.object({ color: z.string() });
const Context = z.object({ context: z.string() });

const askName = inputRequired.elicit({ message: 'What is your name?', requestedSchema: Name });
const askConfirmation = inputRequired.elicit({ message: 'Please confirm', requestedSchema: Confirmation });
const askColor = inputRequired.elicit({ message: 'What is your favorite color?', requestedSchema: Color });
const askContext = inputRequired.elicit({ message: 'What is the context?', requestedSchema: Context });
const askRoots = inputRequired.listRoots();
const askModel = (question: string): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(question) }], maxTokens: 100 });

const done = (said: string) => ({ content: [text(said)] });
const responseKind = ({ mcpReq }: ServerContext, key: string) => inputResponse(mcpReq.inputResponses, key).kind;

/** Asks to confirm, and accepts the returned state only with a valid signature. */
const confirmed = async (context: ServerContext) => {
  if (acceptedContent(context.mcpReq.inputResponses, 'confirm', Confirmation) && context.mcpReq.requestState()) return done('state-ok');
  return inputRequired({ inputRequests: { confirm: askConfirmation }, requestState: await flowState.mint({ step: 1 }, context) });
};

/** The tools of the suite that ask the client before they answer (2026-07-28, multi round-trip requests). */
export const inputTools: Readonly<Record<string, FixtureTool>> = {
  test_input_required_result_elicitation: {
    description: 'Asks for a name',
    call({ mcpReq }) {
      const given = acceptedContent(mcpReq.inputResponses, 'user_name', Name);
      return given ? done(`Hello, ${given.name}!`) : inputRequired({ inputRequests: { user_name: askName } });
    },
  },
  test_input_required_result_sampling: {
    description: 'Asks the model of the client',
    call: (context) =>
      responseKind(context, 'capital_question') === 'sampling'
        ? done('answered')
        : inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?') } }),
  },
  test_input_required_result_list_roots: {
    description: 'Asks for the roots of the client',
    call({ mcpReq }) {
      const given = inputResponse(mcpReq.inputResponses, 'client_roots');
      return given.kind === 'roots'
        ? done(given.roots.map(({ uri }) => uri).join(' '))
        : inputRequired({ inputRequests: { client_roots: askRoots } });
    },
  },
  test_input_required_result_request_state: { description: 'Asks with a state', call: confirmed },
  test_input_required_result_tampered_state: { description: 'Asks with a state that may not be changed', call: confirmed },
  test_input_required_result_multiple_inputs: {
    description: 'Asks three questions in one result',
    async call(context) {
      const isAnswered =
        acceptedContent(context.mcpReq.inputResponses, 'user_name', Name) &&
        responseKind(context, 'greeting') === 'sampling' &&
        responseKind(context, 'client_roots') === 'roots';
      if (isAnswered) return done('answered');
      return inputRequired({
        inputRequests: { user_name: askName, greeting: askModel('Generate a greeting'), client_roots: askRoots },
        requestState: await flowState.mint({ step: 1 }, context),
      });
    },
  },
  test_input_required_result_multi_round: {
    description: 'Asks twice',
    async call(context) {
      const { inputResponses, requestState } = context.mcpReq;
      const step = requestState<{ step: number }>()?.step;
      if (step === 2 && acceptedContent(inputResponses, 'step2', Color)) return done('answered');
      if (step === 1 && acceptedContent(inputResponses, 'step1', Name))
        return inputRequired({ inputRequests: { step2: askColor }, requestState: await flowState.mint({ step: 2 }, context) });
      return inputRequired({ inputRequests: { step1: askName }, requestState: await flowState.mint({ step: 1 }, context) });
    },
  },
  test_input_required_result_capabilities: {
    description: 'Asks only what the client can answer',
    call(_context, { sampling, elicitation }) {
      const inputRequests = {
        ...(sampling ? { greeting: askModel('Generate a greeting') } : {}),
        ...(elicitation ? { user_name: askName } : {}),
      };
      return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : done('nothing to ask');
    },
  },
  test_streaming_elicitation: {
    description: 'Asks inside its answer',
    call: () => inputRequired({ inputRequests: { user_name: askName } }),
  },
};

/** The prompt of the suite that asks the client before it answers. */
export function askingPrompt({ mcpReq }: ServerContext): GetPromptResult | InputRequiredResult {
  const given = acceptedContent(mcpReq.inputResponses, 'user_context', Context);
  if (!given) return inputRequired({ inputRequests: { user_context: askContext } });
  return { messages: [{ role: 'user', content: text(`Context: ${given.context}`) }] };
}
