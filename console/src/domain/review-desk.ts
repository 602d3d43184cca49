// What this analyst has decided, ahead of the server: the status of each match from the key until its
// own request settles, and what can be undone. One desk for all pages.
//
// Requests about one match follow one another; each says the status that the one before left, so that
// an analyst's own decision is never a conflict. A decision that fails puts the match back.
import type { Status } from '../api/types';
import { draftKey, drafts } from './drafts';
import { groupsByRecord, keyOf, sendReviews, standing, type Decision, type MatchKey, type Target } from './review';

// What is known of a match besides what the pages have read.
interface Local {
  status: Status;             // as the analyst sees it
  confirmed: Status;          // as the server said last
  matchVersion: number;
  pending: number;            // requests under way
  at: number;                 // when the last of them settled; what was read before is older
  tail: Promise<unknown>;     // of the requests about this match
  own: Map<Status, number>;   // own reviews whose events have not come yet
  other: string | null;       // somebody else decided it; empty when it is not known who
}

export interface Conflict {
  target: Target;
  status: Status;
  who: string;
  changed: boolean;  // the facts changed, not the decision
}
export interface Outcome {
  done: Target[];
  conflicts: Conflict[];
  failure: unknown;  // why the others were not stored
}
interface Step {
  targets: Target[];  // with the status before
  set: Status;
  settled: Promise<Outcome>;
  revert: (() => Promise<number>) | null;  // of what the server did as one
  undone?: (count: number) => string;      // what is said afterwards
}
export interface Told {
  kind: 'done' | 'undone' | 'conflict' | 'failure';
  count: number;
  line?: string;  // in other words than those of reviews
  status?: Status;
  outcome?: Outcome;
}

const mostSteps = 200;
const atOnce = 6;      // requests; what a browser opens to one server
const drawEvery = 50;  // requests of one decision
const mostLocals = 20_000;

const locals = new Map<MatchKey, Local>();
const steps: Step[] = [];
const listeners = new Set<() => void>();
const ears = new Set<(told: Told) => void>();
let version = 0;
let jobs = 0;

function changed(): void {
  version += 1;
  for (const each of listeners) each();
}
const tell = (told: Told) => { for (const each of ears) each(told); };

function localOf(target: Target): Local {
  const key = keyOf(target);
  let local = locals.get(key);
  if (!local) {
    local = { status: target.currentStatus, confirmed: target.currentStatus, matchVersion: target.matchVersion, pending: 0, at: 0, tail: Promise.resolve(), own: new Map(), other: null };
    locals.set(key, local);
  }
  return local;
}
function forgetOld(): void {
  for (const [key, local] of locals) {
    if (locals.size <= mostLocals) return;
    if (local.pending === 0) locals.delete(key);
  }
}
const counted = (local: Local, status: Status, by: number) => { local.own.set(status, (local.own.get(status) ?? 0) + by); };

function settle(local: Local, status: Status, matchVersion: number): void {
  local.confirmed = status;
  local.matchVersion = matchVersion;
}

// A request has settled; after the last one the match stands as the server has it.
function release(local: Local): void {
  local.pending -= 1;
  if (local.pending > 0) return;
  local.at = performance.now();
  local.status = local.confirmed;
}

// So many requests at a time: the pages' own go in between.
const queued: (() => void)[] = [];
let running = 0;
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => { queued.push(resolve); });
  else running += 1;
  try {
    return await work();
  } finally {
    // The next one takes this one's place.
    const next = queued.shift();
    if (next) next();
    else running -= 1;
  }
}

// One call; afterwards each match stands as the server has it.
async function send(targets: Target[], decision: Decision): Promise<Outcome> {
  const outcome: Outcome = { done: [], conflicts: [], failure: null };
  const facts = targets.map((target) => ({ ...target, currentStatus: localOf(target).confirmed, matchVersion: localOf(target).matchVersion }));
  try {
    const results = await sendReviews(facts, decision);
    await Promise.all(targets.map(async (target, index) => {
      const result = results[index];
      const local = localOf(target);
      if (result?.statusCode === 200) {
        settle(local, result.currentStatus ?? decision.status ?? local.confirmed, result.matchVersion ?? local.matchVersion);
        counted(local, local.confirmed, 1);
        outcome.done.push(target);
        return;
      }
      const now = await standing(target);
      const mine = now !== null && now.who === decision.user && now.status === decision.status;
      if (now) settle(local, now.status, now.matchVersion);
      if (mine) outcome.done.push(target);
      else outcome.conflicts.push({ target, status: local.confirmed, who: now?.who ?? '', changed: result?.error?.code === 'MATCH_VERSION_CONFLICT' });
    }));
  } catch (problem) {
    outcome.failure = problem;
  }
  return outcome;
}

// The requests take their place in the order of each match at once; what `wanted` leaves out when it is
// their turn is not sent.
async function run(targets: Target[], decision: Decision, wanted?: () => Promise<(target: Target) => boolean>): Promise<Outcome> {
  const outcome: Outcome = { done: [], conflicts: [], failure: null };
  const groups = groupsByRecord(targets);
  let settled = 0;
  const parts = groups.map((group) => {
    const part = Promise.all(group.map((target) => localOf(target).tail)).then(() => inTurn(async () => send(wanted ? group.filter(await wanted()) : group, decision)));
    for (const target of group) localOf(target).tail = part;
    return part.then((result) => {
      for (const target of group) release(localOf(target));
      outcome.done.push(...result.done);
      outcome.conflicts.push(...result.conflicts);
      outcome.failure ??= result.failure;
      settled += 1;
      // Drawing anew after each of thousands of requests would take longer than they do.
      if (groups.length < drawEvery || settled % drawEvery === 0) changed();
    });
  });
  await Promise.all(parts);
  changed();
  forgetOld();
  return outcome;
}

function assume(targets: Target[], status: (target: Target) => Status | undefined): void {
  for (const target of targets) {
    const local = localOf(target);
    local.status = status(target) ?? local.status;
    local.pending += 1;
    local.other = null;
  }
  changed();
}

function report(outcome: Outcome): void {
  if (outcome.conflicts.length > 0) tell({ kind: 'conflict', count: outcome.conflicts.length, outcome });
  if (outcome.failure) tell({ kind: 'failure', count: 0, outcome });
}

function remember(step: Step): void {
  steps.push(step);
  if (steps.length > mostSteps) steps.shift();
}

export const desk = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => { listeners.delete(listener); };
  },
  version: () => version,
  // Called with what became of decisions.
  onTold(ear: (told: Told) => void): () => void {
    ears.add(ear);
    return () => { ears.delete(ear); };
  },

  // The match as it stands, given what was read of it and when.
  seen<T extends Target>(match: T, readAt: number): T {
    const local = locals.get(keyOf(match));
    if (!local || (local.pending === 0 && local.at < readAt)) return match;
    if (local.status === match.currentStatus && local.matchVersion === match.matchVersion) return match;
    return { ...match, currentStatus: local.status, matchVersion: local.matchVersion };
  },
  // Who else decided a match since it was read; null for none.
  otherOf: (match: Target, readAt: number): string | null => {
    const local = locals.get(keyOf(match));
    return local && local.at >= readAt ? local.other : null;
  },
  // The analyst has seen that somebody else decided it.
  acknowledge(match: Target): void {
    const local = locals.get(keyOf(match));
    if (!local || local.other === null) return;
    local.other = null;
    changed();
  },
  // Whether the server has yet to answer, or has answered since then.
  movedSince: (match: Target, time: number): boolean => {
    const local = locals.get(keyOf(match));
    return local !== undefined && (local.pending > 0 || local.at >= time);
  },
  // How many of the matches have a request under way.
  waiting: (matches: Target[]) => matches.filter((match) => (locals.get(keyOf(match))?.pending ?? 0) > 0).length,

  // The one way to review, quiet where the page says itself what went wrong: the decision with the comment and rating that stand in the draft.
  async decide(matches: Target[], decision: Decision, quiet = false): Promise<Outcome> {
    const { status } = decision;
    const key = draftKey(matches);
    const draft = drafts.of(key);
    const whole: Decision = { ...decision, comment: decision.comment ?? draft.comment.trim(), rating: decision.rating ?? draft.rating.trim() };
    const targets = matches.map((match) => ({ ...match, currentStatus: localOf(match).pending > 0 ? localOf(match).status : match.currentStatus }));
    for (const match of matches) {
      const local = localOf(match);
      if (local.pending === 0) settle(local, match.currentStatus, match.matchVersion);
    }
    drafts.drop(key);
    assume(targets, () => status);
    const settled = run(targets, whole);
    const step: Step | null = status ? { targets, set: status, settled, revert: null } : null;
    if (step) remember(step);
    if (step) tell({ kind: 'done', count: targets.length, ...(status ? { status } : {}) });
    const outcome = await settled;
    const stored = new Set(outcome.done.map(keyOf));
    if (stored.size < targets.length) {
      drafts.keep(key, { comment: whole.comment ?? '', rating: whole.rating ?? '' });
      if (step) step.targets = targets.filter((target) => stored.has(keyOf(target)));
      if (step && step.targets.length === 0 && steps.includes(step)) steps.splice(steps.indexOf(step), 1);
    }
    if (!quiet) report(outcome);
    changed();
    return outcome;
  },

  canUndo: () => steps.length > 0,
  // Puts the matches of the last decision back to the status they had; gives them.
  async undo(user: string, comment: string): Promise<Target[]> {
    const step = steps.pop();
    if (!step) return [];
    changed();
    if (step.revert) {
      try {
        const count = await step.revert();
        tell({ kind: 'undone', count, ...(step.undone ? { line: step.undone(count) } : {}) });
        jobs += 1;
      } catch (problem) {
        remember(step);
        report({ done: [], conflicts: [], failure: problem });
      }
      changed();
      return [];
    }
    const { targets } = step;
    assume(targets, ({ currentStatus }) => currentStatus);
    tell({ kind: 'undone', count: targets.length });
    // What was never stored has nothing to be put back.
    const isStored = async () => {
      const stored = new Set((await step.settled).done.map(keyOf));
      return (target: Target) => stored.has(keyOf(target));
    };
    const befores = [...new Set(targets.map(({ currentStatus }) => currentStatus))];
    const parts = await Promise.all(befores.map((before) => run(targets.filter(({ currentStatus }) => currentStatus === before), { status: before, comment, user }, isStored)));
    const outcome: Outcome = { done: parts.flatMap(({ done }) => done), conflicts: parts.flatMap(({ conflicts }) => conflicts), failure: parts.find(({ failure }) => failure)?.failure ?? null };
    const stored = new Set((await step.settled).done.map(keyOf));
    if (outcome.failure) remember({ ...step, targets: targets.filter((target) => stored.has(keyOf(target)) && !outcome.done.includes(target)), settled: step.settled });
    report(outcome);
    changed();
    return targets;
  },
  // What the server does to many matches as one, and how to take that back; gives how many that were.
  // The function that it gives takes it out of what can be undone.
  rememberJob(revert: () => Promise<number>, undone?: (count: number) => string): () => void {
    const step: Step = { targets: [], set: 'open', settled: Promise.resolve({ done: [], conflicts: [], failure: null }), revert, ...(undone ? { undone } : {}) };
    remember(step);
    changed();
    return () => {
      if (steps.includes(step)) steps.splice(steps.indexOf(step), 1);
      changed();
    };
  },
  // A line about something else than reviews.
  announce: (line: string) => tell({ kind: 'done', count: 0, line }),
  jobDone(count: number, status: Status): void {
    jobs += 1;
    tell({ kind: 'done', count, status });
    changed();
  },
  // Moves with each job of the server: what was read before is to be read again.
  jobs: () => jobs,

  // An event of the server about a match. One's own reviews come back as events too.
  heard(match: { family: Target['family']; monitorRecordId: string; qrCode: string; matchVersion: number }, status: Status): void {
    const local = locals.get(keyOf(match));
    if (local && (local.pending > 0 || (local.own.get(status) ?? 0) > 0)) {
      counted(local, status, -1);
      return;
    }
    if (local && local.confirmed === status && local.matchVersion === match.matchVersion) return;
    const now = local ?? localOf({ ...match, currentStatus: status });
    now.status = status;
    settle(now, status, match.matchVersion);
    now.at = performance.now();
    now.other = '';
    changed();
  },
};
