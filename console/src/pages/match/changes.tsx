import { List } from '@mantine/core';
import type { HistoryStep, Match } from '../../api/types';
import { Notice } from '../../components/notice';
import { reasonText } from '../../domain/evidence';
import { strings } from '../../strings/en';

const words = strings.match;

// What is another since a person last decided; nothing when nobody has or nothing is.
export function Changes({ history, match }: { history: HistoryStep[]; match: Match }) {
  const at = history.findLastIndex(({ source }) => source !== 'service');
  const decided = history[at];
  if (!decided || at === history.length - 1) return null;
  const lines = [
    decided.score !== match.score && words.changedScore(decided.score, match.score),
    decided.version !== match.version && words.changedVersion(decided.version, match.version),
    decided.to !== match.currentStatus && words.changedStatus(strings.status[decided.to], strings.status[match.currentStatus]),
    ...history.slice(at + 1).map(({ reason }) => reason && reasonText(reason)),
  ].filter((line): line is string => Boolean(line));
  if (lines.length === 0) return null;
  return <Notice kind="info" title={words.changes}><List size="sm">{[...new Set(lines)].map((line) => <List.Item key={line}>{line}</List.Item>)}</List></Notice>;
}
