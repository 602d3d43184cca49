import { NativeSelect, Text } from '@mantine/core';
import type { ColumnChoices, CustomerColumn } from '../../domain/customer-columns';
import type { CsvRow } from '../../domain/csv';
import { strings } from '../../strings/en';
import classes from './records.module.css';

const words = strings.records;
const shownRows = 3;

interface Mapping {
  rows: CsvRow[];
  headings: string[];
  places: Partial<Record<CustomerColumn, number>>;
  chosen: ColumnChoices;
  onChange: (chosen: ColumnChoices) => void;
}

// What each column of the file holds, with the cells of its first rows. A field that is given to a column is taken from another.
export function ColumnMapping({ rows, headings, places, chosen, onChange }: Mapping) {
  const fieldOf = (index: number) => (Object.entries(places).find(([, place]) => place === index)?.[0] ?? 'ignore') as CustomerColumn | 'ignore';
  const choose = (index: number, field: CustomerColumn | 'ignore') => {
    const others = Object.fromEntries(Object.entries(chosen).filter(([, each]) => each !== field || field === 'ignore'));
    const before = places[field as CustomerColumn];
    if (before !== undefined && before !== index) others[before] = 'ignore';
    onChange({ ...others, [index]: field });
  };
  const fields = Object.entries(words.columnFields).map(([value, label]) => ({ value, label }));
  return (
    <details>
      <Text component="summary" size="sm">{words.columnsOfFile}</Text>
      <div className={classes.preview} tabIndex={0} role="region" aria-label={words.columnsOfFile}>
        <table>
          <thead><tr><th>{words.column}</th><th>{words.holds}</th><th>{words.firstRows}</th></tr></thead>
          <tbody>
            {headings.map((heading, index) => (
              <tr key={index}>
                <td className={classes.wraps}>{heading}</td>
                <td><NativeSelect size="xs" aria-label={words.holdsOf(heading)} value={fieldOf(index)} data={fields} onChange={(event) => choose(index, event.currentTarget.value as CustomerColumn | 'ignore')} /></td>
                <td className={classes.wraps}>{rows.slice(1, shownRows + 1).map(({ cells }) => cells[index] ?? '').filter(Boolean).join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
