// What another threshold would have given, from the scores of the matches that are there.
import type { StatusCounts } from '../api/monitoring';

export interface CurvePoint {
  threshold: number;
  matches: number;
  confirmed: number;
  decided: number;
}

// One point per threshold: everything at that score or above. Below the threshold in force nothing
// is known, because nothing was kept.
export function curveOf(scores: ({ score: number } & StatusCounts)[], inForce: number): CurvePoint[] {
  const points: CurvePoint[] = [];
  const sum = { matches: 0, confirmed: 0, decided: 0 };
  for (let threshold = 100; threshold >= inForce; threshold -= 1) {
    for (const each of scores) {
      if (each.score !== threshold) continue;
      sum.matches += each.open + each.truePositive + each.falsePositive + each.discarded;
      sum.confirmed += each.truePositive;
      sum.decided += each.truePositive + each.falsePositive;
    }
    points.unshift({ threshold, ...sum });
  }
  return points;
}
