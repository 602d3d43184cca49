import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '../../api/client';
import { mostJudgements, type PartyVerdict, type Suggestion } from '../../api/parties';
import { sentenceOf } from '../../components/failure';
import { Name } from '../../components/name';
import { Notice } from '../../components/notice';
import { pairKey, partyDesk } from '../../domain/party-desk';
import { strings } from '../../strings/en';
import classes from './parties.module.css';

const words = strings.parties;
export const verdicts: PartyVerdict[] = ['same', 'different', 'unsure'];
const mostShown = 50;
const mostWithoutReason = 10;

// The server requires a reason where strong evidence speaks against one party; many at once always
// have one.
export const needsReason = (pairs: Suggestion[], verdict: PartyVerdict | undefined) =>
  pairs.length > mostWithoutReason || (verdict === 'same' && pairs.some(({ conflict }) => conflict));

// Which pair of a request the server refused.
function refusedAt(problem: unknown): number | null {
  const path = problem instanceof ApiFailure ? problem.problems[0]?.path : undefined;
  const found = /^judgements\[(\d+)\]/.exec(path ?? '');
  return found ? Number(found[1]) : null;
}

interface Props {
  pairs: Suggestion[];
  verdict: PartyVerdict | undefined;
  problem?: unknown;
  onClose: () => void;
}

// One decision on one or many pairs, with its reason.
export function JudgeDialog({ pairs: given, verdict: wanted, problem: earlier, onClose }: Props) {
  const [pairs, setPairs] = useState(given);
  const [verdict, setVerdict] = useState(wanted);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(earlier ?? null);
  const tooMany = pairs.length > mostJudgements;
  const isNeeded = problem !== null || needsReason(pairs, verdict);
  const isReady = verdict !== undefined && pairs.length > 0 && !tooMany && (!isNeeded || reason.trim() !== '');
  const refused = refusedAt(problem);
  const bad = refused === null ? undefined : pairs[refused];
  const submit = async () => {
    if (!verdict || !isReady || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await partyDesk.judge(pairs, verdict, reason.trim());
      onClose();
    } catch (failure) {
      setProblem(failure);
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} title={words.dialogTitle(pairs.length)} size="lg">
      <form onSubmit={(event) => { event.preventDefault(); void submit(); }} onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(); }}>
        <Stack gap="sm">
          <ul className={classes.pairs} tabIndex={0} aria-label={words.dialogTitle(pairs.length)}>
            {pairs.slice(0, mostShown).map((pair) => <li key={pairKey(pair)}><Name>{pair.left.name}</Name> · <Name>{pair.right.name}</Name> · {strings.evidence.confidence(pair.confidence)}{pair.conflict && ` · ${words.conflict}`}</li>)}
            {pairs.length > mostShown && <li>{strings.profile.more(pairs.length - mostShown)}</li>}
          </ul>
          <fieldset className={classes.decisions}>
            <legend>{words.decide}</legend>
            {verdicts.map((each) => <label key={each}><input type="radio" name="verdict" value={each} checked={verdict === each} onChange={() => setVerdict(each)} /> {words.verdicts[each]}</label>)}
          </fieldset>
          {verdict === 'same' && pairs.some(({ conflict }) => conflict) && <Text size="sm">{words.reasonNeeded}</Text>}
          <Textarea label={words.reason} description={words.reasonHelp} required={isNeeded} value={reason} onChange={(event) => setReason(event.currentTarget.value)} minRows={2} autosize maxRows={6} maxLength={1000} data-autofocus />
          {tooMany && <Notice kind="error">{words.tooMany(mostJudgements)}</Notice>}
          {problem !== null && (
            <Notice kind="error" action={bad && pairs.length > 1 && <Button size="xs" variant="default" onClick={() => { setPairs(pairs.filter((pair) => pair !== bad)); setProblem(null); }}>{words.leaveOut}</Button>}>
              {bad && <strong>{words.refusedPair(bad.left.name, bad.right.name)} </strong>}{sentenceOf(problem)}
            </Notice>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>{strings.common.cancel}</Button>
            <Button type="submit" loading={busy} disabled={!isReady}>{words.submit(pairs.length)}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
