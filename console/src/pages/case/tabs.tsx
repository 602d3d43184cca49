import { Button } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { CaseMatch } from '../../api/cases';
import { Name } from '../../components/name';
import { Score, StatusBadge } from '../../components/status';
import { strings } from '../../strings/en';
import classes from './case.module.css';

const shownAtFirst = 24;

interface Props {
  matches: CaseMatch[];
  chosen: string;
  onChoose: (qrCode: string) => void;
  children: ReactNode;
}

// The parties of a case. Arrows move along them, as everywhere with tabs; a long case shows the best
// ones until more are asked for.
export function PartyTabs({ matches, chosen, onChoose, children }: Props) {
  const [most, setMost] = useState(shownAtFirst);
  const list = useRef<HTMLDivElement>(null);
  const shown = matches.filter((match, index) => index < most || match.qrCode === chosen);
  const move = (event: KeyboardEvent) => {
    const at = shown.findIndex(({ qrCode }) => qrCode === chosen);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = shown[(to + shown.length) % shown.length]!;
    onChoose(next.qrCode);
    list.current?.querySelector<HTMLElement>(`#party-${next.qrCode}`)?.focus();
  };
  return (
    <>
      <div className={classes.tabs} role="tablist" aria-label={strings.case.parties} ref={list} onKeyDown={move}>
        {shown.map((match) => (
          <button key={match.qrCode} id={`party-${match.qrCode}`} type="button" role="tab" className={classes.tab} aria-selected={match.qrCode === chosen} aria-controls="party" tabIndex={match.qrCode === chosen ? 0 : -1} onClick={() => onChoose(match.qrCode)}>
            <Name strong>{match.name}</Name>
            <span className={classes.facts}><Score value={match.score} /><StatusBadge status={match.currentStatus} /></span>
          </button>
        ))}
      </div>
      {matches.length > most && <Button size="xs" variant="default" onClick={() => setMost(most * 4)}>{strings.case.moreParties(matches.length - most)}</Button>}
      <div id="party" role="tabpanel" aria-labelledby={`party-${chosen}`} tabIndex={-1} className={classes.main}>{children}</div>
    </>
  );
}
