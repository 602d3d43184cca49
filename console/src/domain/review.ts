// One call of the API: the reviews of matches of one record. Each says the status that it was made
// for, so that nobody overwrites a colleague unseen.
import { ApiFailure } from '../api/client';
import { records, type ReviewInput, type ReviewResult } from '../api/records';
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
  status?: Status | undefined;
  comment?: string;
  rating?: string;
  user: string;
}

export type MatchKey = string;
export const keyOf = (match: { family: Family; monitorRecordId: string; qrCode: string }): MatchKey => JSON.stringify([match.family, match.monitorRecordId, match.qrCode]);

export const mostPerCall = 500;
const pausesMs = [300, 1000, 2500];

function inputOf(target: Target, decision: Decision): ReviewInput {
  return {
    qrCode: target.qrCode, expectedStatus: target.currentStatus, matchVersion: target.matchVersion, clientUserId: decision.user,
    ...(decision.status ? { status: decision.status } : {}), ...(decision.comment ? { clientComment: decision.comment } : {}), ...(decision.rating ? { clientRiskRating: decision.rating } : {}),
  };
}

const mayPass = (problem: unknown) => problem instanceof ApiFailure && [0, 429, 502, 503, 504].includes(problem.status);

// Sends until it is answered, a few times: an answer that is lost on its way does not lose, nor repeat, a review.
export async function sendReviews(targets: Target[], decision: Decision): Promise<ReviewResult[]> {
  const [first] = targets;
  if (!first) return [];
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await records.review(first.family, first.monitorRecordId, targets.map((target) => inputOf(target, decision)), true, key)).results;
    } catch (problem) {
      const pause = pausesMs[attempt];
      if (pause === undefined || !mayPass(problem)) throw problem;
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }
}

// What stands about a match now, and who decided it last.
export async function standing(target: Target): Promise<{ status: Status; matchVersion: number; score: number; who: string } | null> {
  const { family, monitorRecordId, qrCode } = target;
  const [{ matches }, { history }] = await Promise.all([records.matches(family, monitorRecordId), records.history(family, monitorRecordId, qrCode)]);
  const match = matches.find((each) => each.qrCode === qrCode);
  const last = history.findLast(({ action }) => action !== 'commented' && action !== 'updated');
  return match ? { status: match.currentStatus, matchVersion: match.matchVersion, score: match.score, who: last?.username ?? last?.clientUserId ?? '' } : null;
}

export function groupsByRecord(targets: Target[]): Target[][] {
  const groups = new Map<string, Target[]>();
  for (const target of targets) {
    const key = JSON.stringify([target.family, target.monitorRecordId]);
    const group = groups.get(key);
    if (group) group.push(target);
    else groups.set(key, [target]);
  }
  return [...groups.values()].flatMap((group) => Array.from({ length: Math.ceil(group.length / mostPerCall) }, (_, i) => group.slice(i * mostPerCall, (i + 1) * mostPerCall)));
}

// More than this are decided with a summary and a reason, and so is a true positive among several.
export const mostWithoutReason = 10;

export const needsReason = (targets: Target[], status?: Status) =>
  targets.length > mostWithoutReason || (targets.length > 1 && (status === 'true-positive' || targets.some(({ currentStatus }) => currentStatus === 'true-positive')));
