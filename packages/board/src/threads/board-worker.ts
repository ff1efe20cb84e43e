import { answerJobs } from '@space/worker';
import { performers } from './board-job.ts';

answerJobs(performers);
