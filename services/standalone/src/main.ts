import { relative } from 'node:path';
import { Problem } from '@space/contracts/core';
import { gatewayAddresses } from '@space/gateway';
import { ConfigError, type RunningServices, readConfig, run, untilStopped } from '@space/runtime';
import { banner } from './banner.ts';
import { connect, setupLink } from './connection.ts';
import { openDataFolder } from './data-dir.ts';
import { standalonePorts } from './ports.ts';
import { services } from './services.ts';
import { refuseUnusedSettings } from './unused-settings.ts';

/**
 * The standalone profile: all services in one process on an embedded Postgres, for one machine and for development. A
 * cluster runs the same services, one per process.
 */
await untilStopped(async (): Promise<RunningServices> => {
  const began = performance.now();
  const read = readConfig();
  refuseUnusedSettings(read);
  const folder = await openDataFolder(read.SPACE_DATA_DIR);
  const config = { ...read, SPACE_OPERATOR_TOKEN: read.SPACE_OPERATOR_TOKEN ?? folder.operatorToken };
  const { ports, failed, close } = await standalonePorts(services, config, folder).catch(async (error) => {
    await folder.release();
    throw error;
  });
  const stopPorts = async () => {
    await close();
    await folder.release();
  };
  try {
    const running = await run('standalone', services, ports);
    const { api, public: publicPort, console: consolePort } = gatewayAddresses();
    const base = `${config.SPACE_BASE_URL ?? `http://localhost:${api}`}/v1`;
    const { connection, isNew } = await connect(ports.bus, folder.path, {
      base_url: base,
      mcp_url: `${base}/mcp`,
      public_url: config.SPACE_PUBLIC_URL ?? `http://localhost:${publicPort}`,
      console_url: config.SPACE_CONSOLE_URL ?? `http://localhost:${consolePort}`,
      metrics_url: `http://localhost:${running.metricsPort}/metrics`,
      operator_token: config.SPACE_OPERATOR_TOKEN,
    }).catch((error) => {
      throw error instanceof Problem ? new ConfigError(error.message) : error;
    });
    process.stdout.write(
      banner(connection, {
        isNew,
        setup_url: await setupLink(ports.bus, connection.space_id),
        folder: relative(process.cwd(), folder.path) || folder.path,
        milliseconds: Math.round(performance.now() - began),
      }),
    );
    return {
      metricsPort: running.metricsPort,
      ...(failed ? { failed } : {}),
      async stop() {
        process.stdout.write('\nStopping: finishing work in progress …\n');
        await running.stop();
        await stopPorts();
      },
    };
  } catch (error) {
    await stopPorts();
    throw error;
  }
});
