import { Tooltip } from '@mantine/core';
import { severity } from '../domain/profile';
import { useDatasetMeanings } from './reference';
import classes from './datasets.module.css';

export function Datasets({ codes }: { codes: string[] }) {
  const meanings = useDatasetMeanings();
  return (
    <span className={classes.list}>
      {codes.map((code) => (
        <Tooltip key={code} label={meanings.get(code) ?? code}>
          <span className={classes.code} data-severity={severity(code)}>{code}</span>
        </Tooltip>
      ))}
    </span>
  );
}
