import { Button, Kbd, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../api/client';
import { lists } from '../../api/lists';
import type { PartyVerdict, Suggestion } from '../../api/parties';
import { administers, type Session } from '../../api/session';
import { Empty } from '../../components/empty';
import { Confidence } from '../../components/evidence';
import { FailureBox, sentenceOf } from '../../components/failure';
import { Name } from '../../components/name';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { Pill } from '../../components/pill';
import { useKeys } from '../../components/use-keys';
import { VirtualTable, type Column, type TableView } from '../../components/virtual-table';
import { pairKey, partyDesk } from '../../domain/party-desk';
import { strings } from '../../strings/en';
import { Counts } from './counts';
import { Entries } from './entries';
import { JudgeDialog, needsReason, verdicts } from './judge-dialog';
import classes from './parties.module.css';
import { useSuggestions } from './use-suggestions';

const words = strings.parties;
const surelySame = ({ confidence, conflict }: Suggestion) => confidence >= 90 && !conflict;

export default function PartiesPage({ session }: { session: Session }) {
  if (!administers(session)) return <Page title={words.title}><Notice kind="info">{words.adminsOnly}</Notice></Page>;
  return <Suggestions mayJudge={session.role === 'operator'} />;
}

interface Asking {
  pairs: Suggestion[];
  verdict: PartyVerdict | undefined;
  problem?: unknown;
}

function Suggestions({ mayJudge }: { mayJudge: boolean }) {
  const { counts, pages, rows, isOld, take } = useSuggestions();
  const [chosen, setChosen] = useState<string | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Asking | null>(null);
  const view = useRef<TableView>(null);
  const known = useQuery({ queryKey: ['lists'], queryFn: lists.read });
  const names = new Map((known.data?.lists ?? []).map(({ list, name }) => [list, name]));
  const listName = (key: string) => names.get(key) ?? key;

  // The highlight is on a pair, not on a place; what came back gets it.
  useEffect(() => {
    const key = partyDesk.takeReturned();
    if (key) setChosen(key);
  }, [rows]);
  const at = Math.max(0, rows.findIndex((row) => pairKey(row) === chosen));
  const here = rows[at];
  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row) setChosen(pairKey(row));
  };
  const toggle = (pair: Suggestion) => setSelected((before) => {
    const next = new Set(before);
    if (!next.delete(pairKey(pair))) next.add(pairKey(pair));
    return next;
  });
  const targets = (): Suggestion[] => {
    const many = rows.filter((row) => selected.has(pairKey(row)));
    if (many.length > 0 || !here) return many;
    if (view.current?.shows(at)) return [here];
    view.current?.reveal(at);
    return [];
  };
  const judge = (verdict: PartyVerdict) => {
    const pairs = targets();
    if (!mayJudge || pairs.length === 0) return;
    if (needsReason(pairs, verdict)) return setAsking({ pairs, verdict });
    const gone = new Set(pairs.map(pairKey));
    const next = rows.slice(at).find((row) => !gone.has(pairKey(row))) ?? rows.filter((row) => !gone.has(pairKey(row))).at(-1);
    setChosen(next ? pairKey(next) : null);
    setSelected(new Set());
    partyDesk.judge(pairs, verdict, '').catch((problem: unknown) => {
      if (problem instanceof ApiFailure && problem.code === 'REASON_REQUIRED') setAsking({ pairs, verdict, problem });
      else notifications.show({ message: words.notSaved(sentenceOf(problem)), color: 'red', autoClose: 10_000 });
    });
  };
  const ask = () => {
    const pairs = targets();
    if (mayJudge && pairs.length > 0) setAsking({ pairs, verdict: undefined });
  };
  const selectAll = () => setSelected((before) => (before.size === rows.length ? new Set() : new Set(rows.map(pairKey))));
  useKeys([
    { key: 'j', run: () => goTo(at + 1), repeats: true }, { key: 'k', run: () => goTo(at - 1), repeats: true },
    { key: 'ArrowDown', run: () => goTo(at + 1), repeats: true }, { key: 'ArrowUp', run: () => goTo(at - 1), repeats: true },
    { key: 'x', run: () => { if (here) toggle(here); } }, { key: 'shift+x', run: selectAll },
    ...verdicts.map((verdict, index) => ({ key: String(index + 1), run: () => judge(verdict) })),
    { key: 'c', run: ask }, { key: 'n', run: take },
  ], asking === null);

  const columns: Column<Suggestion>[] = [
    { key: 'select', title: <input type="checkbox" className={classes.check} aria-label={words.selectAll} checked={rows.length > 0 && selected.size === rows.length} onChange={selectAll} />, width: '24px',
      cell: (pair) => <input type="checkbox" className={classes.check} tabIndex={-1} aria-label={words.select(pair.left.name, pair.right.name)} checked={selected.has(pairKey(pair))} onChange={() => toggle(pair)} onClick={(event) => event.stopPropagation()} /> },
    { key: 'confidence', title: words.columns.confidence, width: '92px', cell: ({ confidence, evidence }) => <Confidence value={confidence} sentence={evidence.sentence} /> },
    { key: 'left', title: words.columns.left, width: 'minmax(110px, 1.3fr)', cell: ({ left }) => <span className={classes.cut}><Name strong>{left.name}</Name></span> },
    { key: 'right', title: words.columns.right, width: 'minmax(110px, 1.3fr)', cell: ({ right }) => <span className={classes.cut}><Name strong>{right.name}</Name></span> },
    { key: 'lists', title: words.columns.lists, width: 'minmax(120px, 1.2fr)', narrow: 'hide', cell: ({ left, right }) => <span className={`${classes.cut} ${classes.dim}`}>{listName(left.list)} · {listName(right.list)}</span> },
    { key: 'entries', title: words.columns.entries, width: '70px', narrow: 'hide', cell: ({ leftParty, rightParty }) => `${leftParty.length} + ${rightParty.length}` },
    { key: 'conflict', title: <span className="visually-hidden">{words.conflict}</span>, width: '84px', narrow: 'hide', cell: ({ conflict }) => conflict && <Pill tone="severe">{words.conflict}</Pill> },
  ];
  const total = counts.data?.suggestions;
  const sure = rows.filter(surelySame);
  return (
    <Page title={words.title} wide aside={<Text size="sm" c="dimmed">{total === undefined ? '' : words.count(total)}</Text>}
      actions={isOld && <Button size="xs" variant="light" onClick={take} rightSection={<Kbd size="xs">n</Kbd>}>{words.reload}</Button>}>
      {!mayJudge && <Notice kind="info">{words.readOnly}</Notice>}
      {pages.isError && <FailureBox problem={pages.error} onRetry={take} />}
      {pages.isLoading && <Skeleton h={240} />}
      {pages.data && rows.length === 0 && !pages.isFetching && <Empty title={words.noneTitle}>{words.noneText}</Empty>}
      {rows.length > 0 && (
        <>
          <VirtualTable label={words.title} columns={columns} rows={rows} total={total ?? rows.length} rowKey={pairKey} view={view} active={at} onActive={goTo} isSelected={(pair) => selected.has(pairKey(pair))}
            onNearEnd={() => { if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage(); }} height={`min(36vh, ${36 + 40 * Math.max(rows.length, 3)}px)`} />
          <div className={classes.bar} role="toolbar" aria-label={words.decide}>
            <span className={classes.dim}>{selected.size > 0 && strings.queue.selected(selected.size)}</span>
            {verdicts.map((verdict, index) => <Button key={verdict} size="xs" variant="default" disabled={!mayJudge} onClick={() => judge(verdict)} rightSection={<Kbd size="xs">{index + 1}</Kbd>}>{words.verdicts[verdict]}</Button>)}
            <Button size="xs" variant="default" disabled={!mayJudge} onClick={ask} rightSection={<Kbd size="xs">c</Kbd>}>{words.withReason}</Button>
            {mayJudge && sure.length > 1 && <Button size="xs" variant="subtle" onClick={() => setSelected(new Set(sure.map(pairKey)))}>{words.selectSure(sure.length)}</Button>}
          </div>
          {here && <Entries key={pairKey(here)} pair={here} listName={listName} />}
          <Text size="xs" c="dimmed" className={classes.keys}>{words.keysHint}</Text>
        </>
      )}
      {counts.data && <Counts counts={counts.data} rows={rows} listName={listName} />}
      {asking && <JudgeDialog pairs={asking.pairs} verdict={asking.verdict} problem={asking.problem} onClose={() => { setAsking(null); setSelected(new Set()); }} />}
    </Page>
  );
}
