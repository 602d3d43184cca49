// Reviews of many matches at once. The API takes the reviews of one record per call, so they are
// grouped; each says the status it was made for, so that nobody overwrites a colleague unseen.
import { records, type ReviewInput } from '../api/records';
import type { Family, Status } from '../api/types';

export interface Target {
  family: Family;
  monitorRecordId: string;
  qrCode: string;
  currentStatus: Status;
  matchVersion: number;
}
// What a reviewer decides, and who that is.
export interface Decision {
  status?: Status;
  comment?: string;
  rating?: string;
  user: string;
}
export interface Outcome {
  done: Target[];       // with the status they had before
  conflicts: Target[];  // reviewed by somebody else meanwhile, or the facts changed
}

export const keyOf = (match: { family: Family; monitorRecordId: string; qrCode: string }) => JSON.stringify([match.family, match.monitorRecordId, match.qrCode]);

const perCall = 500;
const atOnce = 4;

function inputOf(target: Target, decision: Decision): ReviewInput {
  return {
    qrCode: target.qrCode, expectedStatus: target.currentStatus, matchVersion: target.matchVersion, clientUserId: decision.user,
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
    const { results } = await records.review(first.family, first.monitorRecordId, batch.map((target) => inputOf(target, decision)), true);
    batch.forEach((target, index) => (results[index]?.statusCode === 200 ? outcome.done : outcome.conflicts).push(target));
  };
  const waiting = batches(targets);
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, async () => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) await send(batch);
  }));
  return outcome;
}

// Puts the matches of an outcome back to the status they had.
export async function undo(done: Target[], set: Status, comment: string, user: string): Promise<Outcome> {
  const outcome: Outcome = { done: [], conflicts: [] };
  for (const before of new Set(done.map(({ currentStatus }) => currentStatus))) {
    const targets = done.filter(({ currentStatus }) => currentStatus === before).map((target) => ({ ...target, currentStatus: set }));
    const part = await review(targets, { status: before, comment, user });
    outcome.done.push(...part.done);
    outcome.conflicts.push(...part.conflicts);
  }
  return outcome;
}
