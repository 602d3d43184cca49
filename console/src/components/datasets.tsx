import { severity } from '../domain/profile';
import { useDatasetMeanings } from './reference-data';
import classes from './datasets.module.css';

export function Datasets({ codes }: { codes: string[] }) {
  const meanings = useDatasetMeanings();
  return (
    <span className={classes.list}>
      {codes.map((code) => <span key={code} className={classes.code} data-severity={severity(code)} title={meanings.get(code)}>{code}</span>)}
    </span>
  );
}
