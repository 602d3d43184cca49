import { Button, Progress, Skeleton, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { lists as api, type ListAccount, type Update } from '../../api/lists';
import type { Session } from '../../api/session';
import { Empty } from '../../components/empty';
import { FailureBox } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Notice } from '../../components/notice';
import { Page, Panel } from '../../components/page';
import { Pill } from '../../components/pill';
import { When } from '../../components/when';
import { strings } from '../../strings/en';
import classes from './lists.module.css';

const words = strings.lists;
const number = (n: number) => n.toLocaleString('en');
const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;
const checked = (age: number) => new Date(Date.now() - age * 1000).toISOString();

export default function ListsPage({ session }: { session: Session }) {
  const queries = useQueryClient();
  const update = useQuery({ queryKey: ['list-update'], queryFn: api.update, refetchInterval: ({ state }) => (state.data?.update?.state === 'running' ? 1000 : 30_000) });
  const running = update.data?.update?.state === 'running';
  const made = update.data?.update?.generation ?? 0;
  // The server goes over to a new generation a moment after the update that made it has ended.
  const list = useQuery({ queryKey: ['lists'], queryFn: api.read, refetchInterval: ({ state }) => ((state.data?.generation ?? made) < made ? 1000 : 60_000) });
  const generations = useQuery({ queryKey: ['generations'], queryFn: api.generations });
  const start = useMutation({ mutationFn: api.start, onSuccess: () => void queries.invalidateQueries({ queryKey: ['list-update'] }) });
  // An update may end before the page has seen it run, so what counts is that another one has finished.
  const finished = update.data?.update?.finishedAt;
  const seen = useRef(finished);
  useEffect(() => {
    if (finished && finished !== seen.current) void queries.invalidateQueries();
    seen.current = finished;
  }, [finished, queries]);
  const sources = list.data?.sources ?? [];
  const canStart = session.role === 'operator' && sources.length > 0;
  return (
    <Page title={words.title} aside={list.data?.generation != null && <Text size="sm" c="dimmed">{words.serving(list.data.generation)}</Text>}
      actions={canStart && <Button size="xs" leftSection={<Icon name="refresh" size={14} />} loading={start.isPending} disabled={running} onClick={() => start.mutate()}>{running ? words.updating : words.update}</Button>}>
      {list.isError && <FailureBox problem={list.error} onRetry={() => void list.refetch()} />}
      {start.isError && <FailureBox problem={start.error} title={strings.errors.title} />}
      {update.data?.update && <UpdatePanel update={update.data.update} />}
      {list.isLoading && <Skeleton h={200} />}
      {list.data && list.data.lists.length === 0 && <Empty title={words.none}>{words.noneText}</Empty>}
      {list.data && list.data.lists.length > 0 && (
        <Panel title={words.lists} flush>
          <Table>
            <Table.Thead><Table.Tr><Table.Th>{words.columns.name}</Table.Th><Table.Th>{words.columns.published}</Table.Th><Table.Th>{words.columns.age}</Table.Th><Table.Th ta="right">{words.columns.records}</Table.Th><Table.Th ta="right">{words.columns.rejected}</Table.Th><Table.Th>{words.columns.state}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {list.data.lists.map((each) => (
                <Table.Tr key={each.list}>
                  <Table.Td><Text size="sm" fw={500}>{each.name}</Text><Text size="xs" c="dimmed">{each.list}</Text></Table.Td>
                  <Table.Td className={classes.nowrap}>{each.published}</Table.Td><Table.Td className={classes.nowrap}><When iso={checked(each.ageSeconds)} /></Table.Td>
                  <Table.Td ta="right">{number(each.accepted)}</Table.Td><Table.Td ta="right">{number(each.rejected)}</Table.Td>
                  <Table.Td><Pill tone={each.stale ? 'severe' : 'good'}>{each.stale ? words.stale : words.fresh}</Pill></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Panel>
      )}
      {list.data && (
        <Panel title={words.sources} flush={sources.length > 0}>
          {sources.length === 0 && <Text size="sm" c="dimmed">{words.noSources}</Text>}
          {sources.length > 0 && (
            <Table>
              <Table.Thead><Table.Tr><Table.Th>{words.columns.source}</Table.Th><Table.Th>{words.columns.fetched}</Table.Th><Table.Th>{words.columns.age}</Table.Th><Table.Th>{words.columns.state}</Table.Th></Table.Tr></Table.Thead>
              <Table.Tbody>
                {sources.map((each) => (
                  <Table.Tr key={each.source}>
                    <Table.Td><Text size="sm" fw={500}>{each.name}</Text><Text size="xs" c="dimmed">{each.source}</Text></Table.Td>
                    <Table.Td className={classes.nowrap}>{each.fetchedAt ? <When iso={each.fetchedAt} /> : words.never}</Table.Td>
                    <Table.Td className={classes.nowrap}><When iso={each.confirmedAt ?? undefined} /></Table.Td>
                    <Table.Td>{!each.enabled ? <Pill tone="dim">{words.off}</Pill> : each.error ? <><Pill tone="severe">{words.failed}</Pill> <Text size="xs" c="dimmed">{each.error}</Text></> : each.fetchedAt ? <Pill tone="good">{words.fresh}</Pill> : <Pill tone="warn">{words.waiting}</Pill>}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </Panel>
      )}
      {generations.data && generations.data.generations.length > 0 && (
        <Panel title={words.generations} flush>
          <Table>
            <Table.Thead><Table.Tr><Table.Th>{words.columns.generation}</Table.Th><Table.Th>{words.columns.made}</Table.Th><Table.Th ta="right">{words.columns.profiles}</Table.Th><Table.Th ta="right">{words.columns.names}</Table.Th><Table.Th ta="right">{words.columns.size}</Table.Th><Table.Th>{words.columns.engine}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {generations.data.generations.map((each) => (
                <Table.Tr key={each.generation}>
                  <Table.Td fw={500}>{each.generation}</Table.Td><Table.Td><When iso={each.createdAt} full /></Table.Td><Table.Td ta="right">{number(each.profiles)}</Table.Td><Table.Td ta="right">{number(each.names)}</Table.Td><Table.Td ta="right">{megabytes(each.bytes)}</Table.Td><Table.Td>{each.engineVersion}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Panel>
      )}
    </Page>
  );
}

function UpdatePanel({ update }: { update: Update }) {
  const running = update.state === 'running';
  const { bytes, totalBytes } = update.import;
  const share = update.phase === 'reading' && totalBytes > 0 ? (100 * bytes) / totalBytes : update.phase === 'fetching' ? 15 : 90;
  return (
    <Panel title={running ? words.updating : words.lastUpdate} actions={<Text size="xs" c="dimmed"><When iso={update.finishedAt ?? update.startedAt} /></Text>}>
      {running && <div role="status"><Text size="sm" mb={4}>{words.phases[update.phase]}{update.import.list && ` · ${update.import.list} · ${words.records(update.import.records)}`}</Text><Progress value={share} animated aria-label={words.updating} /></div>}
      {!running && <Notice kind={update.state === 'failed' ? 'error' : 'good'}>{update.state === 'failed' ? words.doneFailed : update.generation ? words.doneNew(update.generation) : words.doneSame}</Notice>}
      <ul className={classes.sources}>
        {update.sources.map((each) => <li key={each.source}><strong>{each.source}</strong> {words.sourceStates[each.state]}{each.error && <span className={classes.error}> {each.error}</span>}</li>)}
      </ul>
      {update.lists.length > 0 && <><h3 className={classes.heading}>{words.accounts}</h3>{update.lists.map((each) => <Account key={each.list} account={each} />)}</>}
    </Panel>
  );
}

function Account({ account }: { account: ListAccount }) {
  const causes = Object.entries(account.causes);
  return (
    <details className={classes.account} open={account.rejected > 0}>
      <summary><strong>{account.name}</strong> {number(account.accepted)} {words.columns.accepted}, {number(account.rejected)} {words.columns.rejected}</summary>
      {causes.length > 0 && <p>{words.causes}: {causes.map(([cause, n]) => `${cause} ${number(n)}`).join(', ')}</p>}
      {account.examples.length > 0 && <ul>{account.examples.map((each, index) => <li key={index}>{words.line} {each.line} {each.id} · {each.cause}: {each.detail}</li>)}</ul>}
    </details>
  );
}
