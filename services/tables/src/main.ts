import { main } from '@space/runtime';
import { tablesService } from './service.ts';

await main(tablesService);
