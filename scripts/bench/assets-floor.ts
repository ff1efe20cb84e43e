import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * The floor of assets: one process that writes the body of a PUT to a file, with its SHA-256 and an fsync, and sends the file for a
 * GET. It has no keys, quotas, checks and rows.
 */
const [port, file] = process.argv.slice(2);

createServer(async (request, response) => {
  if (request.url === '/readyz') return response.end('ok');
  if (request.method !== 'PUT') return pipeline(createReadStream(file!), response);
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(request, hashed, createWriteStream(file!));
  const handle = await open(file!);
  await handle.sync();
  await handle.close();
  return response.end(hash.digest('hex'));
}).listen(Number(port), '127.0.0.1');
