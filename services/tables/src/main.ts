import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { tablesService } from './service.ts';

await main(tablesService, consumerGroups);
