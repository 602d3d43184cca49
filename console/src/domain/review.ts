// Reviews of many matches at once. The API takes the reviews of one record per call, so they are
// grouped; each says the status it was made for, so that nobody overwrites a colleague unseen.
import { ApiFailure } from '../api/client';
import { records, type ReviewInput } from '../api/records';
import type { Family, Status } from '../api/types';

export interface Target {
  family: Family;
  monitorRecordId: string;
  qrCode: string;
  currentStatus: Status;
  matchVersion: number;
}
export interface Decision {
  status?: Status;
  comment?: string;
  rating?: string;
}
export interface Outcome {
  done: Target[];       // with the status they had before
  conflicts: Target[];  // reviewed by somebody else meanwhile, or the facts changed
}

export const keyOf = (match: { family: Family; monitorRecordId: string; qrCode: string }) => JSON.stringify([match.family, match.monitorRecordId, match.qrCode]);

const isConflict = (problem: unknown): problem is ApiFailure => problem instanceof ApiFailure && (problem.status === 409 || problem.code === 'MATCH_NOT_FOUND' || problem.code === 'RECORD_NOT_FOUND');
const perCall = 500;
const atOnce = 4;

function inputOf(target: Target, decision: Decision): ReviewInput {
  return {
    qrCode: target.qrCode, expectedStatus: target.currentStatus, matchVersion: target.matchVersion,
    ...(decision.status ? { status: decision.status } : {}), ...(decision.comment ? { clientComment: decision.comment } : {}), ...(decision.rating ? { clientRiskRating: decision.rating } : {}),
  };
}

function batches(targets: Target[]): Target[][] {
  const groups = new Map<string, Target[]>();
  for (const target of targets) {
    const key = JSON.stringify([target.family, target.monitorRecordId]);
    groups.set(key, [...(groups.get(key) ?? []), target]);
  }
  return [...groups.values()].flatMap((group) => Array.from({ length: Math.ceil(group.length / perCall) }, (_, i) => group.slice(i * perCall, (i + 1) * perCall)));
}

export async function review(targets: Target[], decision: Decision): Promise<Outcome> {
  const outcome: Outcome = { done: [], conflicts: [] };
  const send = async (batch: Target[]): Promise<void> => {
    const [first] = batch;
    if (!first) return;
    try {
      await records.review(first.family, first.monitorRecordId, batch.map((target) => inputOf(target, decision)));
      outcome.done.push(...batch);
    } catch (problem) {
      if (!isConflict(problem)) throw problem;
      // A call is all or nothing: one by one, only those that somebody else touched are left out.
      if (batch.length === 1) outcome.conflicts.push(first);
      else for (const target of batch) await send([target]);
    }
  };
  const waiting = batches(targets);
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, async () => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) await send(batch);
  }));
  return outcome;
}

// Puts the matches of an outcome back to the status they had.
export async function undo(done: Target[], set: Status, comment: string): Promise<Outcome> {
  const outcome: Outcome = { done: [], conflicts: [] };
  for (const before of new Set(done.map(({ currentStatus }) => currentStatus))) {
    const targets = done.filter(({ currentStatus }) => currentStatus === before).map((target) => ({ ...target, currentStatus: set }));
    const part = await review(targets, { status: before, comment });
    outcome.done.push(...part.done);
    outcome.conflicts.push(...part.conflicts);
  }
  return outcome;
}
