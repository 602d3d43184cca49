import { ActionIcon, Button, Group, Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { cases as api, type Case, type CaseItem, type CaseMatch, type NewLink } from '../../api/cases';
import type { Family, Profile } from '../../api/types';
import { Icon } from '../../components/icons';
import { Name } from '../../components/name';
import { Panel } from '../../components/page';
import { RelationGraph, type Relation } from '../../components/relation-graph';
import { familyOfUri, linkName } from '../../domain/profile';
import { strings } from '../../strings/en';
import classes from './case.module.css';
import { complain } from './items';

const words = strings.case;

// A relation with the page that it leads to, and how to make a link of it or take the link away.
interface Shown extends Relation {
  path: string;
  link?: NewLink;
  item?: CaseItem;
}

const pathOf = (item: CaseItem) => (item.linkKind === 'record' ? `/case/${item.linkFamily}/${encodeURIComponent(item.linkId ?? '')}` : `/profile/${item.linkFamily}/${item.linkId}`);

// The listed parties of the customer, the associates of the one that is open, and what analysts linked.
function relationsOf({ matches, items, family }: Case, open: CaseMatch, profile: Profile | undefined): Shown[] {
  const links = items.filter(({ kind, removedDateTimeISO }) => kind === 'link' && !removedDateTimeISO);
  const linked = new Set(links.map(({ linkId }) => linkId));
  const parties = matches.filter(({ currentStatus, qrCode }) => currentStatus === 'open' || currentStatus === 'true-positive' || qrCode === open.qrCode)
    .map((match): Shown => ({ key: match.qrCode, name: match.name, label: strings.status[match.currentStatus], isBusiness: family === 'business', isGrave: true, path: `/profile/${family}/${match.resourceId}` }));
  const associates = [...(profile?.individualLinks ?? []), ...(profile?.businessLinks ?? [])].map((link): Shown => {
    const linkFamily = familyOfUri(link.resourceUri);
    return { key: `${link.resourceId}-${link.relationship}`, name: linkName(link), label: link.relationship, isBusiness: linkFamily === 'business', isGrave: link.datasets.length > 0, via: open.qrCode, path: `/profile/${linkFamily}/${link.resourceId}`,
      ...(linked.has(link.resourceId) ? {} : { link: { linkKind: 'profile', linkFamily, linkId: link.resourceId } as NewLink }) };
  });
  const own = links.map((item): Shown => ({ key: `item-${item.item}`, name: item.name ?? '', label: item.comment || words.linked, isBusiness: item.linkFamily === 'business', isGrave: item.linkKind === 'profile', path: pathOf(item), item }));
  return [...parties, ...own, ...associates];
}

// Who the customer, its listed parties and their associates are to each other.
export function Relations({ data, match, profile }: { data: Case; match: CaseMatch; profile: Profile | undefined }) {
  const [, go] = useLocation();
  const queries = useQueryClient();
  const { family, record } = data;
  const shown = relationsOf(data, match, profile);
  const change = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      await queries.invalidateQueries({ queryKey: ['case', family, record.id] });
      return true;
    } catch (problem) {
      complain(problem);
      return false;
    }
  };
  const link = (wanted: NewLink) => change(() => api.link(family, record.id, wanted));
  return (
    <Panel title={words.relations}>
      {shown.length === 0 && <p className={classes.dim}>{words.noRelations}</p>}
      {shown.length > 0 && <RelationGraph centre={record.name} relations={shown.map((each) => ({ ...each, onOpen: () => go(each.path) }))} />}
      <ul className={classes.relations} aria-label={words.relations}>
        {shown.map((each) => (
          <li key={each.key}>
            <Icon name={each.isBusiness ? 'business' : 'person'} size={14} />
            <Link href={each.path}><Name>{each.name}</Name></Link>
            <span className={classes.dim}>{each.label}</span>
            {each.link && <Button size="compact-xs" variant="subtle" aria-label={words.linkTo(each.name)} onClick={() => void link(each.link!)}>{words.link}</Button>}
            {each.item && <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.removeItem(each.name)} onClick={() => void change(() => api.removeItem(family, record.id, each.item!.item))}><Icon name="trash" size={14} /></ActionIcon>}
          </li>
        ))}
      </ul>
      <LinkForm family={family} onSubmit={link} />
    </Panel>
  );
}

function LinkForm({ family, onSubmit }: { family: Family; onSubmit: (link: NewLink) => Promise<boolean> }) {
  const [linkFamily, setFamily] = useState<Family>(family);
  const [id, setId] = useState('');
  const [comment, setComment] = useState('');
  const submit = async () => {
    if (!id.trim() || !await onSubmit({ linkKind: 'record', linkFamily, linkId: id.trim(), ...(comment.trim() ? { comment: comment.trim() } : {}) })) return;
    setId('');
    setComment('');
  };
  return (
    <form aria-label={words.linkRecord} onSubmit={(event) => { event.preventDefault(); void submit(); }}>
      <Group gap="xs" align="flex-end" mt="sm">
        <Select size="xs" w={120} label={words.linkFamily} allowDeselect={false} value={linkFamily} onChange={(value) => setFamily(value as Family)} data={(['individual', 'business'] as const).map((value) => ({ value, label: strings.family[value] }))} />
        <TextInput size="xs" label={words.linkId} value={id} onChange={(event) => setId(event.currentTarget.value)} maxLength={255} />
        <TextInput size="xs" label={words.relation} value={comment} onChange={(event) => setComment(event.currentTarget.value)} maxLength={1000} />
        <Button type="submit" size="xs" variant="default" disabled={!id.trim()}>{words.linkRecord}</Button>
      </Group>
    </form>
  );
}
