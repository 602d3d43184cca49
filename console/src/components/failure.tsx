import { Button, List, Text } from '@mantine/core';
import { ApiFailure } from '../api/client';
import { strings } from '../strings/en';
import { Notice } from './notice';

// A failure as a sentence that says what to do.
export function sentenceOf(problem: unknown): string {
  if (!(problem instanceof ApiFailure)) return strings.errors.unexpected;
  if (problem.status === 0) return strings.errors.noAnswer;
  if (problem.code === 'SIGN_IN_REFUSED') return strings.signIn.refused;
  if (problem.code === 'INSUFFICIENT_ROLE') return strings.errors.forbidden;
  return problem.message || strings.errors.unavailable;
}

// In place of what could not be loaded.
export function FailureBox({ problem, onRetry, title = strings.errors.loadTitle }: { problem: unknown; onRetry?: () => void; title?: string }) {
  const failure = problem instanceof ApiFailure ? problem : null;
  return (
    <Notice kind="error" title={title}
      action={onRetry && <Button size="xs" variant="default" onClick={onRetry}>{strings.errors.retry}</Button>}>
      <Text size="sm">{sentenceOf(problem)}</Text>
      {failure && failure.problems.length > 1 && (
        <List size="sm">
          {failure.problems.slice(0, 20).map((each, index) => (
            <List.Item key={index}>{each.id ? `${each.id}: ` : ''}{each.path} {each.message}</List.Item>
          ))}
        </List>
      )}
      {failure?.requestId && <Text size="xs" c="dimmed">{strings.errors.requestId(failure.requestId)}</Text>}
    </Notice>
  );
}
