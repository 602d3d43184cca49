import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { strings } from '../strings/en';
import classes from './tour.module.css';

const words = strings.tour;
// The page of each step; its words are in strings.
const paths = ['/', '/cases', '/screening', '/records', '/lists', '/settings'] as const;

// A card in a corner that goes from page to page. Everything beside it works as always.
export default function Tour({ onEnd }: { onEnd: () => void }) {
  const [step, setStep] = useState(0);
  const [, navigate] = useLocation();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    navigate(paths[step]!);
    title.current?.focus();
  }, [step, navigate]);
  const { heading, text } = words.steps[step]!;
  const last = step === paths.length - 1;
  return (
    <aside className={`${classes.card} no-print`} aria-label={words.label} onKeyDown={(event) => { if (event.key === 'Escape') onEnd(); }}>
      <h2 ref={title} tabIndex={-1} className={classes.title}>{heading}</h2>
      <Text size="sm">{text}</Text>
      <Group justify="space-between" mt="sm" gap="xs">
        <Text size="xs" c="dimmed">{words.progress(step + 1, paths.length)}</Text>
        <Group gap="xs">
          {!last && <Button size="xs" variant="subtle" onClick={onEnd}>{words.end}</Button>}
          {step > 0 && <Button size="xs" variant="default" onClick={() => setStep(step - 1)}>{words.back}</Button>}
          <Button size="xs" onClick={() => (last ? onEnd() : setStep(step + 1))}>{last ? words.done : words.next}</Button>
        </Group>
      </Group>
    </aside>
  );
}
