import { answerJobs } from '@space/worker';
import { performers } from './text-job.ts';

answerJobs(performers);
