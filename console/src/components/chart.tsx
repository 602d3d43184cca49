import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import classes from './chart.module.css';

export interface Line {
  label: string;
  values: (number | null)[];
  colour: '--chart-1' | '--chart-2' | '--chart-3';
  bars?: boolean;
}

const colourOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Lines over days or numbers. The same values stand in a table for those who cannot see it.
export function Chart({ title, axis, x, lines, height = 200, dates, mark }: { title: string; axis: string; x: number[]; lines: Line[]; height?: number; dates?: boolean; mark?: number }) {
  const { ref: box, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (!place.current || width < 40) return undefined;
    const text = colourOf('--chart-text');
    const grid = { stroke: colourOf('--chart-grid'), width: 1 };
    const bars = UPlot.paths.bars?.({ size: [0.7, 24] });
    const chart = new UPlot({
      width, height, legend: { show: false }, cursor: { y: false, points: { size: 6 } },
      scales: { x: { time: Boolean(dates) }, y: { range: (_, __, max) => [0, Math.max(4, Math.ceil(max * 1.1))] } },
      axes: [
        { stroke: text, grid: { show: false }, ticks: grid, font: '11px system-ui', size: 26, ...(dates ? { values: (_: UPlot, at: number[]) => at.map((each) => new Date(each * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })) } : {}) },
        { stroke: text, grid, ticks: { show: false }, font: '11px system-ui', size: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000] },
      ],
      series: [{}, ...lines.map((line): UPlot.Series => ({ label: line.label, stroke: colourOf(line.colour), width: line.bars ? 0 : 2, points: { show: false }, ...(line.bars && bars ? { paths: bars, fill: colourOf(line.colour) } : {}) }))],
      hooks: mark === undefined ? {} : {
        draw: [(plot) => {
          const at = plot.valToPos(mark, 'x', true);
          plot.ctx.save();
          plot.ctx.strokeStyle = text;
          plot.ctx.setLineDash([4, 4]);
          plot.ctx.beginPath();
          plot.ctx.moveTo(at, plot.bbox.top);
          plot.ctx.lineTo(at, plot.bbox.top + plot.bbox.height);
          plot.ctx.stroke();
          plot.ctx.restore();
        }],
      },
    }, [x, ...lines.map(({ values }) => values)] as UPlot.AlignedData, place.current);
    return () => chart.destroy();
  }, [width, height, x, lines, dates, mark, scheme]);
  return (
    <figure className={classes.figure} ref={box}>
      <figcaption className={classes.legend}>
        <span className="visually-hidden">{title}</span>
        {lines.map((line) => <span key={line.label}><i style={{ background: `var(${line.colour})` }} />{line.label}</span>)}
      </figcaption>
      <div ref={place} aria-hidden="true" style={{ minHeight: height }} />
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead><tr><th>{axis}</th>{lines.map(({ label }) => <th key={label}>{label}</th>)}</tr></thead>
        <tbody>{x.map((at, index) => <tr key={at}><td>{dates ? new Date(at * 1000).toISOString().slice(0, 10) : at}</td>{lines.map(({ label, values }) => <td key={label}>{values[index]}</td>)}</tr>)}</tbody>
      </table>
    </figure>
  );
}
