import { ActionIcon, Button, Collapse, Group, Loader, SegmentedControl, Select, Slider, Text, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { screening as api, type Inquiry, type Kind } from '../../api/screening';
import type { Session } from '../../api/session';
import type { Family, ScreeningData } from '../../api/types';
import { Empty } from '../../components/empty';
import { FailureBox } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { CountryPicker, DatasetPicker } from '../../components/pickers';
import { useDatasets } from '../../components/reference-data';
import { isPartialDate } from '../../domain/birth-date';
import { familiesOf, refsOf, totalOf } from '../../domain/results';
import { typedIdentifier } from '../../domain/typed-identifier';
import { strings } from '../../strings/en';
import { Report } from './report';
import { Results } from './results';
import classes from './screening.module.css';

const words = strings.screening;
const start: Inquiry = { kind: 'both', name: '', threshold: 80, countries: [], datasets: [], dob: '', gender: '' };

export interface Found {
  asked: Inquiry;
  families: Family[];  // that were searched
  answers: ScreeningData[];  // one for each of them
}

// What was asked last; it outlives the page, not the tab.
let last: { question: Inquiry; found: Found | null } = { question: start, found: null };

export default function ScreeningPage({ session }: { session: Session }) {
  const [question, setQuestion] = useState(last.question);
  const [found, setFound] = useState(last.found);
  const datasets = useDatasets();
  const [more, { toggle }] = useDisclosure(Boolean(question.dob || question.gender || question.countries.length || question.datasets.length));
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef<Inquiry>(null);
  last = { question, found };
  const change = (part: Partial<Inquiry>) => setQuestion((before) => ({ ...before, ...part }));
  const search = useMutation({
    mutationFn: async (asked: Inquiry): Promise<Found> => {
      const families = familiesOf(asked.kind, asked.datasets, datasets);
      return { asked, families, answers: await api.searchAll(families, asked) };
    },
    // An answer that was overtaken by a later question is not shown.
    onSuccess: (answer) => { if (answer.asked === latest.current) setFound(answer); },
  });
  const wrongDob = Boolean(question.dob) && !isPartialDate(question.dob ?? '');
  const run = (wanted: Inquiry) => {
    if (!wanted.name.trim() || wrongDob) { field.current?.focus(); return; }
    const typed = typedIdentifier(wanted.name);
    latest.current = { ...wanted, name: wanted.name.trim(), identifiers: typed ? [typed] : [] };
    search.mutate(latest.current);
  };
  const submit = (event: FormEvent) => { event.preventDefault(); run(question); };
  const forPeople = question.kind !== 'business';
  const total = found ? totalOf(found.answers) : 0;
  const stale = [...new Set(found?.answers.flatMap(({ staleLists }) => staleLists ?? []))];
  const label = question.kind === 'business' ? strings.fields.companyName : strings.fields.name;
  const widen = () => { const wider: Inquiry = { ...found!.asked, kind: 'both' }; setQuestion(wider); run(wider); };
  return (
    <>
      <div className="no-print">
        <Page title={words.title} wide
          actions={found && <Button size="xs" variant="default" leftSection={<Icon name="print" size={14} />} onClick={() => window.print()}>{words.print}</Button>}>
          <form onSubmit={submit} role="search" className={classes.form}>
            <div className={classes.line}>
              <SegmentedControl value={question.kind} aria-label={words.kind} onChange={(value) => change({ kind: value as Kind })}
                data={(['both', 'individual', 'business'] as const).map((value) => ({ value, label: words.kinds[value] }))} />
              <TextInput ref={field} className={classes.name} aria-label={label} autoFocus dir="auto"
                placeholder={label} value={question.name} onChange={(event) => change({ name: event.currentTarget.value })}
                rightSection={question.name && <Tooltip label={strings.common.clear}><ActionIcon variant="subtle" aria-label={strings.common.clear} onClick={() => { change({ name: '' }); field.current?.focus(); }}><Icon name="cross" size={14} /></ActionIcon></Tooltip>} />
              <Button type="submit" loading={search.isPending} leftSection={<Icon name="screening" size={16} />}>{words.search}</Button>
            </div>
            <div className={classes.line}>
              <div className={classes.threshold}>
                <Text size="xs" c="dimmed" id="threshold-label">{strings.fields.threshold}</Text>
                <Slider className={classes.slider} min={50} max={100} step={1} value={question.threshold} label={null} thumbProps={{ 'aria-labelledby': 'threshold-label' }}
                  onChange={(threshold) => change({ threshold })} onChangeEnd={(threshold) => { if (found) run({ ...question, threshold }); }} size="sm" />
                <Text size="sm" fw={600} w={28}>{question.threshold}</Text>
              </div>
              <Button variant="subtle" size="xs" onClick={toggle} aria-expanded={more}>{more ? words.fewer : words.more}</Button>
            </div>
            <Collapse expanded={more} transitionDuration={0}>
              <div className={classes.criteria}>
                <CountryPicker value={question.countries} onChange={(countries) => change({ countries })} />
                <DatasetPicker {...(question.kind === 'both' ? {} : { family: question.kind })} value={question.datasets} onChange={(datasets) => change({ datasets })} />
                {forPeople && <TextInput label={strings.fields.dob} placeholder={strings.fields.dobHelp} value={question.dob} error={wrongDob && words.dobInvalid} onChange={(event) => change({ dob: event.currentTarget.value.trim() })} />}
                {forPeople && <Select label={strings.fields.gender} clearable placeholder={strings.common.all} value={question.gender || null} onChange={(value) => change({ gender: (value ?? '') as Inquiry['gender'] })}
                  clearButtonProps={{ 'aria-label': strings.common.clear }} data={Object.entries(strings.fields.genders).map(([value, label]) => ({ value, label }))} />}
              </div>
            </Collapse>
          </form>
          {search.isError && <FailureBox problem={search.error} title={strings.errors.title} />}
          {stale.length > 0 && <Notice kind="warning">{words.stale(stale.join(', '))}</Notice>}
          {!found && !search.isPending && <Empty title={words.intro}>{words.introText}</Empty>}
          {!found && search.isPending && <Group justify="center" py={60}><Loader aria-label={strings.common.loading} /></Group>}
          {found && total === 0 && (
            <Empty title={words.noneTitle} action={found.families.length === 1 && <Button size="xs" variant="default" onClick={widen}>{words.searchBoth}</Button>}>
              {words.noneText(found.asked.threshold, words.among(found.families))} {refsOf(found.answers).map(words.ref).join(', ')}
            </Empty>
          )}
          {found && total > 0 && <Results key={refsOf(found.answers).join()} found={found} session={session} busy={search.isPending} />}
        </Page>
      </div>
      {found && <Report found={found} session={session} />}
    </>
  );
}
