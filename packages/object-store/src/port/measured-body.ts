import type { ObjectBody } from './object-store.ts';
import { MAX_OBJECT_BYTES } from './object-store.ts';
import { ObjectStoreRefusal } from './object-store-error.ts';

/** A body that counts its bytes and remembers its failure, so that this failure is not taken for one of the store. */
export interface MeasuredBody {
  readonly chunks: AsyncGenerator<Uint8Array, void>;
  /** Bytes that were read. */
  readonly size: number;
  /** The error of the body, or the refusal of its size. */
  readonly failure: { readonly error: unknown } | undefined;
}

/**
 * Measures a body. The chunks throw `too_large` above the largest object. With a `size` they throw `wrong_size` as soon as the body is longer,
 * and at its end if it is shorter. `beforeEnd` runs after the last chunk; its error is that of the store.
 */
export function measuredBody(body: ObjectBody, size?: number, beforeEnd?: (bytes: number) => Promise<void>): MeasuredBody {
  const measured = { size: 0, failure: undefined as { error: unknown } | undefined };

  async function* read(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of body) {
        measured.size += chunk.byteLength;
        if (size !== undefined && measured.size > size) throw wrongSize(size, 'more');
        if (measured.size > MAX_OBJECT_BYTES) throw tooLarge();
        if (chunk.byteLength > 0) yield chunk;
      }
      if (size !== undefined && measured.size < size) throw wrongSize(size, `only ${measured.size}`);
    } catch (error) {
      measured.failure = { error };
      throw error;
    }
    await beforeEnd?.(measured.size);
  }

  return Object.defineProperty(measured as typeof measured & { chunks: MeasuredBody['chunks'] }, 'chunks', { value: read() });
}

/** Stores a measured body. The error of the body is thrown as it is, and any other one translated. */
export async function storingBody<T>(measured: MeasuredBody, translate: (error: unknown) => unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw measured.failure ? measured.failure.error : translate(error);
  }
}

const wrongSize = (size: number, found: string): ObjectStoreRefusal =>
  new ObjectStoreRefusal('wrong_size', `The body must have ${size} bytes and has ${found}.`);

/** Returns the refusal of a body above the largest object. */
export const tooLarge = (): ObjectStoreRefusal => new ObjectStoreRefusal('too_large', `The body has more than ${MAX_OBJECT_BYTES} bytes.`);
