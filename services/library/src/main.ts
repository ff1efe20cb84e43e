import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { libraryService } from './service.ts';

await main(libraryService, consumerGroups);
