import { Tokenizer } from '@huggingface/tokenizers';
import * as ort from 'onnxruntime-web/wasm';
import { DIMENSIONS } from './dimensions.ts';

/** The longest input, in tokens. */
const MAX_TOKENS = 64;

/** Returns the unit vector of a sentence. */
export type LanguageModel = (text: string) => Promise<Float32Array>;

/** Loads the model: all-MiniLM-L6-v2, quantized to 8 bits (services/gateway/model/README.md). */
export async function loadLanguageModel(read: (file: string) => Promise<Uint8Array>): Promise<LanguageModel> {
  ort.env.wasm.numThreads = 1;
  const [weights, vocabulary] = await Promise.all([read('all-minilm-l6-v2.onnx'), read('tokenizer.json')]);
  const session = await ort.InferenceSession.create(weights);
  const tokenizer = new Tokenizer(JSON.parse(Buffer.from(vocabulary).toString()), {});
  return async function embed(text) {
    const { ids } = tokenizer.encode(text);
    const tokens = ids.slice(0, MAX_TOKENS);
    const tensor = (values: readonly number[]) => new ort.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
    const output = await session.run({
      input_ids: tensor(tokens),
      attention_mask: tensor(tokens.map(() => 1)),
      token_type_ids: tensor(tokens.map(() => 0)),
    });
    return meanOf(output.last_hidden_state!.data as Float32Array, tokens.length);
  };
}

/** Returns the mean of the token vectors with length 1. */
function meanOf(states: Float32Array, tokens: number): Float32Array {
  const mean = new Float32Array(DIMENSIONS);
  for (let token = 0; token < tokens; token++) for (let at = 0; at < DIMENSIONS; at++) mean[at]! += states[token * DIMENSIONS + at]!;
  const length = Math.hypot(...mean) || 1;
  return mean.map((value) => value / length);
}
