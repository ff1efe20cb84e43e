import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { integrationsService } from './service.ts';

await main(integrationsService, consumerGroups);
