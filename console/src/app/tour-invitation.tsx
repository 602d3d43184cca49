import { Button, Group, Text } from '@mantine/core';
import { strings } from '../strings/en';
import classes from './tour.module.css';

const words = strings.tour;

// Offered once, above the overview; it covers nothing.
export function TourInvitation({ onStart, onSkip }: { onStart: () => void; onSkip: () => void }) {
  return (
    <Group className={`${classes.invitation} no-print`} justify="space-between" gap="xs">
      <Text size="sm">{words.invitation}</Text>
      <Group gap="xs">
        <Button size="xs" onClick={onStart}>{words.start}</Button>
        <Button size="xs" variant="subtle" onClick={onSkip}>{words.skip}</Button>
      </Group>
    </Group>
  );
}
