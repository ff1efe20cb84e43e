import { PassThrough, type Readable } from 'node:stream';

/** Returns the bytes of a stream; a failure of it, also an end before its last byte, is translated. Destroying the result destroys the source. */
export function guardedStream(source: Readable, translate: (error: unknown) => unknown): PassThrough {
  const guarded = new PassThrough();
  source.once('error', (error) => guarded.destroy(translate(error) as Error));
  source.once('close', () => {
    if (!source.readableEnded)
      guarded.destroy(translate(Object.assign(new Error('the body ended early'), { code: 'ECONNRESET' })) as Error);
  });
  guarded.once('close', () => source.destroy());
  return source.pipe(guarded);
}
