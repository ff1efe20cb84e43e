import { answerJobs } from '@space/worker';
import { performers } from './picture-job.ts';

answerJobs(performers);
