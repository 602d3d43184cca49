// Reviews of many matches, carried out by the server; the desk keeps how to take them back.
import { ApiFailure } from '../api/client';
import { reviewJobs, type ReviewJob } from '../api/review-jobs';
import type { Status } from '../api/types';
import type { Target } from './review';
import { desk } from './review-desk';

const askEveryMs = 300;

// Until the job has ended. A server that is away for a while does not end it.
async function follow(job: ReviewJob, onProgress: (job: ReviewJob) => void): Promise<ReviewJob> {
  let now = job;
  onProgress(now);
  while (now.state === 'running') {
    await new Promise((resolve) => { setTimeout(resolve, askEveryMs); });
    try {
      now = (await reviewJobs.read(job.id)).job;
    } catch (problem) {
      if (!(problem instanceof ApiFailure) || (problem.status > 0 && problem.status < 500)) throw problem;
    }
    onProgress(now);
  }
  return now;
}

export async function reviewMany(targets: Target[], decision: { status: Status; reason: string; rating?: string; user: string; key: string }, undoReason: string, onProgress: (job: ReviewJob) => void): Promise<ReviewJob> {
  const { job } = await reviewJobs.start({
    status: decision.status, clientComment: decision.reason, clientUserId: decision.user, ...(decision.rating ? { clientRiskRating: decision.rating } : {}),
    matches: targets.map(({ family, monitorRecordId, qrCode, currentStatus, matchVersion }) => ({ family, monitorRecordId, qrCode, expectedStatus: currentStatus, matchVersion })),
  }, decision.key);
  // From now on it can be taken back, be it half done.
  desk.rememberJob(async () => {
    const { job: undoing } = await reviewJobs.undo(job.id, undoReason);
    return (await follow(undoing, () => undefined)).stored;
  });
  const done = await follow(job, onProgress);
  desk.jobDone(done.stored, decision.status);
  return done;
}
