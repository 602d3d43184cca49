import { Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { cases as api } from '../../api/cases';
import { sentenceOf } from '../../components/failure';
import { Icon } from '../../components/icons';
import { strings } from '../../strings/en';

const words = strings.cases;

// The filters that colleagues share under a name.
export function Views({ query }: { query: string }) {
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const known = useQuery({ queryKey: ['views'], queryFn: api.views });
  const views = (known.data?.views ?? []).filter(({ page }) => page === 'cases');
  const here = views.find((view) => view.query === query);

  const act = async (work: Promise<{ name: string }>, done: (name: string) => string) => {
    try {
      const answer = await work;
      notifications.show({ message: done(answer.name), color: 'green' });
      setNaming(false);
      setName('');
    } catch (problem) {
      notifications.show({ message: sentenceOf(problem), color: 'red' });
    }
    await queries.invalidateQueries({ queryKey: ['views'] });
  };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target><Button size="xs" variant="default" leftSection={<Icon name="filter" size={14} />}>{here ? here.name : words.views}</Button></Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => <Menu.Item key={view.name} onClick={() => go(view.query ? `/cases?${view.query}` : '/cases')}>{view.name}</Menu.Item>)}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setNaming(true)}>{words.saveView}</Menu.Item>
          {here && <Menu.Item onClick={() => void act(api.deleteView(here.name), words.viewDeleted)}>{words.deleteView(here.name)}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={naming} onClose={() => setNaming(false)} title={words.saveView}>
        <form onSubmit={(event) => { event.preventDefault(); if (name.trim()) void act(api.saveView(name.trim(), query), words.viewSaved); }}>
          <TextInput label={words.viewName} description={words.viewHelp} value={name} onChange={(event) => setName(event.currentTarget.value)} maxLength={60} data-autofocus />
          <Group justify="flex-end" mt="sm"><Button variant="default" onClick={() => setNaming(false)}>{strings.common.cancel}</Button><Button type="submit" disabled={!name.trim()}>{strings.common.save}</Button></Group>
        </form>
      </Modal>
    </>
  );
}
