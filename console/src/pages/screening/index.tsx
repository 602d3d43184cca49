import { ActionIcon, Button, Collapse, Group, Loader, SegmentedControl, Select, Slider, Text, TextInput, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { screening as api, type Question } from '../../api/screening';
import type { Session } from '../../api/session';
import type { Family, ScreeningData } from '../../api/types';
import { Empty } from '../../components/empty';
import { FailureBox } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { CountryPicker, DatasetPicker } from '../../components/pickers';
import { isPartialDate } from '../../domain/birth-date';
import { totalOf } from '../../domain/results';
import { strings } from '../../strings/en';
import { Report } from './report';
import { Results } from './results';
import classes from './screening.module.css';

const words = strings.screening;
const start: Question = { family: 'individual', name: '', threshold: 80, countries: [], datasets: [], dob: '', gender: '' };

// What was asked last; it outlives the page, not the tab.
let last: { question: Question; asked: Question | null; answer: ScreeningData | null } = { question: start, asked: null, answer: null };

export default function ScreeningPage({ session }: { session: Session }) {
  const [question, setQuestion] = useState(last.question);
  const [asked, setAsked] = useState(last.asked);
  const [answer, setAnswer] = useState(last.answer);
  const [more, { toggle }] = useDisclosure(Boolean(question.dob || question.gender || question.countries.length || question.datasets.length));
  const field = useRef<HTMLInputElement>(null);
  last = { question, asked, answer };
  const change = (part: Partial<Question>) => setQuestion((before) => ({ ...before, ...part }));
  const search = useMutation({ mutationFn: api.search, onSuccess: (data, sent) => { setAnswer(data); setAsked(sent); } });
  const wrongDob = Boolean(question.dob) && !isPartialDate(question.dob ?? '');
  const run = (wanted: Question) => {
    if (wanted.name.trim() && !wrongDob) search.mutate({ ...wanted, name: wanted.name.trim() });
    else field.current?.focus();
  };
  const submit = (event: FormEvent) => { event.preventDefault(); run(question); };
  const isPerson = question.family === 'individual';
  return (
    <>
      <div className="no-print">
        <Page title={words.title} wide
          actions={answer && asked && <Button size="xs" variant="default" leftSection={<Icon name="print" size={14} />} onClick={() => window.print()}>{words.print}</Button>}>
          <form onSubmit={submit} role="search" className={classes.form}>
            <div className={classes.line}>
              <SegmentedControl value={question.family} aria-label={words.kind} onChange={(value) => change({ family: value as Family })}
                data={(['individual', 'business'] as const).map((value) => ({ value, label: strings.family[value] }))} />
              <TextInput ref={field} className={classes.name} aria-label={isPerson ? strings.fields.name : strings.fields.companyName} autoFocus dir="auto"
                placeholder={isPerson ? strings.fields.name : strings.fields.companyName} value={question.name} onChange={(event) => change({ name: event.currentTarget.value })}
                rightSection={question.name && <Tooltip label={strings.common.clear}><ActionIcon variant="subtle" aria-label={strings.common.clear} onClick={() => { change({ name: '' }); field.current?.focus(); }}><Icon name="cross" size={14} /></ActionIcon></Tooltip>} />
              <Button type="submit" loading={search.isPending} leftSection={<Icon name="screening" size={16} />}>{words.search}</Button>
            </div>
            <div className={classes.line}>
              <div className={classes.threshold}>
                <Text size="xs" c="dimmed" id="threshold-label">{strings.fields.threshold}</Text>
                <Slider className={classes.slider} min={50} max={100} step={1} value={question.threshold} label={null} thumbProps={{ 'aria-labelledby': 'threshold-label' }}
                  onChange={(threshold) => change({ threshold })} onChangeEnd={(threshold) => { if (asked) run({ ...question, threshold }); }} size="sm" />
                <Text size="sm" fw={600} w={28}>{question.threshold}</Text>
              </div>
              <Button variant="subtle" size="xs" onClick={toggle} aria-expanded={more}>{more ? words.fewer : words.more}</Button>
            </div>
            <Collapse expanded={more} transitionDuration={0}>
              <div className={classes.criteria}>
                <CountryPicker value={question.countries} onChange={(countries) => change({ countries })} />
                <DatasetPicker family={question.family} value={question.datasets} onChange={(datasets) => change({ datasets })} />
                {isPerson && <TextInput label={strings.fields.dob} placeholder={strings.fields.dobHelp} value={question.dob} error={wrongDob && words.dobInvalid} onChange={(event) => change({ dob: event.currentTarget.value.trim() })} />}
                {isPerson && <Select label={strings.fields.gender} clearable placeholder={strings.common.all} value={question.gender || null} onChange={(value) => change({ gender: (value ?? '') as Question['gender'] })}
                  clearButtonProps={{ 'aria-label': strings.common.clear }} data={Object.entries(strings.fields.genders).map(([value, label]) => ({ value, label }))} />}
              </div>
            </Collapse>
          </form>
          {search.isError && <FailureBox problem={search.error} title={strings.errors.title} />}
          {answer?.staleLists && answer.staleLists.length > 0 && <Notice kind="warning">{words.stale(answer.staleLists.join(', '))}</Notice>}
          {!answer && !search.isPending && <Empty title={words.intro}>{words.introText}</Empty>}
          {!answer && search.isPending && <Group justify="center" py={60}><Loader aria-label={strings.common.loading} /></Group>}
          {answer && asked && totalOf(answer) === 0 && <Empty title={words.noneTitle}>{words.noneText(asked.threshold)} {answer.ref && words.ref(answer.ref)}</Empty>}
          {answer && asked && totalOf(answer) > 0 && <Results key={answer.ref} answer={answer} asked={asked} session={session} busy={search.isPending} />}
        </Page>
      </div>
      {answer && asked && <Report answer={answer} asked={asked} session={session} />}
    </>
  );
}
