import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { screening } from '../api/screening';
import type { Explanation, Family } from '../api/types';
import { isRightToLeft, pairs } from '../domain/words';
import { strings } from '../strings/en';
import { FailureBox } from './failure';
import classes from './words.module.css';

// Two names, word above word, coloured by the way each pair met, with the sentence that explains
// the score.
export function Words({ explanation, labels }: { explanation: Explanation; labels: { query: string; listed: string } }) {
  const columns = pairs(explanation);
  return (
    <div className={classes.words}>
      <div className={classes.scroll}>
        <table className={classes.grid} dir={isRightToLeft(columns.map(({ query }) => query).join(' ')) ? 'rtl' : 'ltr'}>
          <caption className="visually-hidden">{strings.words.caption}</caption>
          <tbody>
            {(['query', 'listed'] as const).map((side) => (
              <tr key={side}>
                <th scope="row">{labels[side]}</th>
                {columns.map((pair, index) => (
                  <td key={index} data-way={pair[side] ? pair.way : undefined}>
                    {pair[side] && <bdi dir="auto">{pair[side]}</bdi>}
                  </td>
                ))}
              </tr>
            ))}
            <tr className={classes.ways}>
              <th><span className="visually-hidden">{strings.words.way}</span></th>
              {columns.map((pair, index) => <td key={index}>{strings.words.ways[pair.way]}</td>)}
            </tr>
          </tbody>
        </table>
      </div>
      <Text size="sm" className={classes.sentence}>{explanation.sentence}</Text>
      {explanation.costs.length > 3 && (
        <ul className={classes.costs}>
          {explanation.costs.map((cost, index) => <li key={index}><span>−{cost.points}</span> {cost.reason}</li>)}
        </ul>
      )}
    </div>
  );
}

// The same for two names that are not explained yet.
export function ComparedWords({ family, name, listed, score, labels }: { family: Family; name: string; listed: string; score: number; labels: { query: string; listed: string } }) {
  const compared = useQuery({ queryKey: ['explanation', family, name, listed, score], queryFn: () => screening.explain(family, name, listed, score), staleTime: Infinity });
  if (compared.isError) return <FailureBox problem={compared.error} onRetry={() => void compared.refetch()} />;
  if (!compared.data) return <Skeleton h={118} />;
  return <Words explanation={compared.data} labels={labels} />;
}
