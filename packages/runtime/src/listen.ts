import type { Server } from 'node:http';
import { ConfigError } from './config.ts';

/** Listens and returns the port. Throws ConfigError for a port that is taken or forbidden; the message names the setting to change. */
export async function listen(server: Server, host: string, port: number, setting: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new ConfigError(`Port ${port} is in use by another program; set ${setting} to a free port.`));
      else if (error.code === 'EACCES')
        reject(new ConfigError(`Port ${port} may not be used by this user; set ${setting} to a port above 1023.`));
      else reject(error);
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
