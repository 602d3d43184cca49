import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import classes from './chart.module.css';

export interface Line {
  label: string;
  values: number[];
  colour: '--chart-1' | '--chart-2';
  bars?: boolean;
}
interface Props {
  title: string;
  axis: string;
  x: number[];
  text: (x: number) => string;
  lines: Line[];
  height?: number;
  mark?: number;  // an x to point out
}

const edge = { left: 44, right: 12, top: 8, bottom: 24 };

// Round steps that give about four of them.
function ticks(most: number): number[] {
  const rough = Math.max(most, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  return Array.from({ length: Math.floor(Math.max(most, 4) / step) + 1 }, (_, index) => index * step);
}

// Lines and bars over days or numbers, drawn by hand: a chart library would be a tenth of the whole
// console. The same values stand in a table for those who cannot see it.
export function Chart({ title, axis, x, text, lines, height = 200, mark }: Props) {
  const { ref, width } = useElementSize();
  const [at, setAt] = useState<number | null>(null);
  const most = Math.max(0, ...lines.flatMap(({ values }) => values));
  const steps = ticks(most);
  const top = Math.max(most * 1.08, steps.at(-1) ?? 1);
  const inner = { width: Math.max(10, width - edge.left - edge.right), height: height - edge.top - edge.bottom };
  const slot = inner.width / Math.max(1, x.length);
  const placeX = (index: number) => edge.left + slot * (index + 0.5);
  const placeY = (value: number) => edge.top + inner.height * (1 - value / top);
  const every = Math.max(1, Math.ceil(x.length / Math.max(2, Math.floor(inner.width / 76))));
  const marked = mark === undefined ? -1 : x.indexOf(mark);
  return (
    <figure className={classes.figure} ref={ref}>
      <figcaption className={classes.legend}>
        <span className="visually-hidden">{title}</span>
        {lines.map((line) => <span key={line.label}><i style={{ background: `var(${line.colour})` }} />{line.label}{at !== null && <strong> {line.values[at]?.toLocaleString('en')}</strong>}</span>)}
        <span className={classes.at}>{at !== null && x[at] !== undefined ? text(x[at]) : ''}</span>
      </figcaption>
      <svg width={width || '100%'} height={height} aria-hidden="true" className={classes.plot} onPointerLeave={() => setAt(null)}
        onPointerMove={(event) => setAt(Math.max(0, Math.min(x.length - 1, Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - edge.left) / slot))))}>
        {width > 0 && (
          <>
            {steps.map((step) => <g key={step}><line x1={edge.left} x2={width - edge.right} y1={placeY(step)} y2={placeY(step)} className={classes.grid} /><text x={edge.left - 8} y={placeY(step) + 4} textAnchor="end">{step.toLocaleString('en')}</text></g>)}
            {x.map((each, index) => ((x.length - 1 - index) % every === 0 ? <text key={each} x={placeX(index)} y={height - 6} textAnchor="middle">{text(each)}</text> : null))}
            {at !== null && <rect x={placeX(at) - slot / 2} y={edge.top} width={slot} height={inner.height} className={classes.here} />}
            {lines.map((line) => (line.bars
              ? <g key={line.label} fill={`var(${line.colour})`}>{line.values.map((value, index) => value > 0 && <rect key={index} x={placeX(index) - Math.min(9, slot * 0.36)} width={Math.min(18, slot * 0.72)} y={placeY(value)} height={placeY(0) - placeY(value)} rx={1.5} />)}</g>
              : <polyline key={line.label} fill="none" stroke={`var(${line.colour})`} strokeWidth={2} strokeLinejoin="round" points={line.values.map((value, index) => `${placeX(index)},${placeY(value)}`).join(' ')} />))}
            {marked >= 0 && <line x1={placeX(marked)} x2={placeX(marked)} y1={edge.top} y2={edge.top + inner.height} className={classes.mark} />}
          </>
        )}
      </svg>
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead><tr><th>{axis}</th>{lines.map(({ label }) => <th key={label}>{label}</th>)}</tr></thead>
        <tbody>{x.map((each, index) => <tr key={each}><td>{text(each)}</td>{lines.map(({ label, values }) => <td key={label}>{values[index]}</td>)}</tr>)}</tbody>
      </table>
    </figure>
  );
}
