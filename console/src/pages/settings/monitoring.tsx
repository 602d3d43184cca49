import { Button, Checkbox, Group, NumberInput, Select, Skeleton, Slider, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { monitoring as api, type MonitoringSettings } from '../../api/monitoring';
import { administers, type Session } from '../../api/session';
import { Chart } from '../../components/chart';
import { FailureBox, sentenceOf } from '../../components/failure';
import { Notice } from '../../components/notice';
import { Panel } from '../../components/page';
import { DatasetPicker } from '../../components/pickers';
import { curveOf, type CurvePoint } from '../../domain/threshold';
import { strings } from '../../strings/en';

const words = strings.settings;

export function MonitoringPanel({ session }: { session: Session }) {
  const settings = useQuery({ queryKey: ['monitoring-settings'], queryFn: api.settings });
  const overview = useQuery({ queryKey: ['overview'], queryFn: api.overview });
  return (
    <Panel title={words.monitoring}>
      {settings.isError && <FailureBox problem={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isLoading && <Skeleton h={420} />}
      {settings.data && <Form key={JSON.stringify(settings.data)} saved={settings.data} curve={overview.data ? curveOf(overview.data.scores, settings.data.threshold) : null} canChange={administers(session)} />}
    </Panel>
  );
}

function Form({ saved, curve, canChange }: { saved: MonitoringSettings; curve: CurvePoint[] | null; canChange: boolean }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(saved);
  const change = (part: Partial<MonitoringSettings>) => setDraft((before) => ({ ...before, ...part }));
  const changed = JSON.stringify(draft) !== JSON.stringify(saved);
  const save = useMutation({
    mutationFn: () => api.change(draft),
    onSuccess: (now) => {
      const rescreens = now.threshold !== saved.threshold || now.birthDateRule !== saved.birthDateRule || now.countryRule !== saved.countryRule || String(now.datasets) !== String(saved.datasets);
      notifications.show({ message: rescreens ? words.savedRescreen : words.saved, color: 'green' });
      void queries.invalidateQueries();
    },
  });
  const point = curve?.find(({ threshold }) => threshold === draft.threshold);
  return (
    <form onSubmit={(event) => { event.preventDefault(); save.mutate(); }}>
      <Stack gap="md">
        {!canChange && <Text size="sm" c="dimmed">{words.adminsOnly}</Text>}
        <div>
          <Group justify="space-between" align="baseline"><Text size="sm" fw={500} id="monitoring-threshold">{words.threshold}</Text><Text fw={650} size="lg">{draft.threshold}</Text></Group>
          <Text size="xs" c="dimmed" mb={8}>{words.thresholdHelp}</Text>
          <Slider min={50} max={100} value={draft.threshold} disabled={!canChange} label={null} onChange={(threshold) => change({ threshold })} thumbProps={{ 'aria-labelledby': 'monitoring-threshold' }} />
          <Text size="sm" mt={8} role="status" mih={20}>{curve && !point && words.lower}{point && `${words.atThreshold(point.matches)}; ${point.decided > 0 ? words.confirmedShare(Math.round((100 * point.confirmed) / point.decided)) : words.undecided}`}</Text>
        </div>
        <div>
          <Text size="sm" fw={500}>{words.curve}</Text>
          <Text size="xs" c="dimmed" mb={8}>{words.curveHelp}</Text>
          {curve ? <Curve points={curve} mark={draft.threshold} /> : <Skeleton h={206} />}
        </div>
        <Group grow align="flex-start" gap="md" preventGrowOverflow={false} wrap="wrap">
          <Select label={words.birthDateRule} disabled={!canChange} allowDeselect={false} value={draft.birthDateRule} onChange={(value) => change({ birthDateRule: value as MonitoringSettings['birthDateRule'] })} data={Object.entries(words.birthDateRules).map(([value, label]) => ({ value, label }))} miw={220} />
          <Select label={words.countryRule} disabled={!canChange} allowDeselect={false} value={draft.countryRule} onChange={(value) => change({ countryRule: value as MonitoringSettings['countryRule'] })} data={Object.entries(words.countryRules).map(([value, label]) => ({ value, label }))} miw={220} />
          <NumberInput label={words.retention} disabled={!canChange} min={0} max={36500} value={draft.retentionDays} onChange={(value) => change({ retentionDays: Number(value) || 0 })} miw={220} />
          <NumberInput label={words.searchRetention} disabled={!canChange} min={0} max={36500} value={draft.searchRetentionDays} onChange={(value) => change({ searchRetentionDays: Number(value) || 0 })} miw={220} />
          <NumberInput label={words.batchRetention} disabled={!canChange} min={0} max={36500} value={draft.batchRetentionDays} onChange={(value) => change({ batchRetentionDays: Number(value) || 0 })} miw={220} />
          <NumberInput label={words.eventRetention} disabled={!canChange} min={1} max={36500} value={draft.eventRetentionDays} onChange={(value) => change({ eventRetentionDays: Number(value) || 1 })} miw={220} />
        </Group>
        <DatasetPicker label={words.datasets} disabled={!canChange} value={draft.datasets} onChange={(datasets) => change({ datasets })} />
        <Checkbox label={words.autoDiscard} disabled={!canChange} checked={draft.autoDiscard} onChange={(event) => change({ autoDiscard: event.currentTarget.checked })} />
        <Checkbox label={words.strictReviews} disabled={!canChange} checked={draft.strictReviews} onChange={(event) => change({ strictReviews: event.currentTarget.checked })} />
        {save.isError && <Notice kind="error">{sentenceOf(save.error)}</Notice>}
        {canChange && <Group justify="flex-end"><Button variant="default" disabled={!changed} onClick={() => setDraft(saved)}>{strings.common.cancel}</Button><Button type="submit" disabled={!changed} loading={save.isPending}>{strings.common.save}</Button></Group>}
      </Stack>
    </form>
  );
}

function Curve({ points, mark }: { points: CurvePoint[]; mark: number }) {
  const x = useMemo(() => points.map(({ threshold }) => threshold), [points]);
  const lines = useMemo(() => [
    { label: words.total, values: points.map(({ matches }) => matches), colour: '--chart-1' as const },
    { label: words.confirmed, values: points.map(({ confirmed }) => confirmed), colour: '--chart-2' as const },
  ], [points]);
  return <Chart title={words.curve} axis={strings.fields.threshold} x={x} text={String} lines={lines} height={180} mark={mark} />;
}
