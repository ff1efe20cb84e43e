import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { mediaService } from './service.ts';

await main(mediaService, consumerGroups);
