import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import classes from './virtual-table.module.css';

export interface Column<T> {
  key: string;
  title: ReactNode;
  width: string;  // a track of a CSS grid
  cell: (row: T, index: number) => ReactNode;
  narrow?: 'hide';
}
// Keys act only on what is seen.
export interface TableView {
  shows: (index: number) => boolean;
  reveal: (index: number) => void;
}
interface Props<T> {
  view?: Ref<TableView>;
  label: string;
  columns: Column<T>[];
  rows: T[];
  total: number;
  rowKey: (row: T) => string;
  noteOf?: (row: T) => string | undefined;  // marks a row
  active?: number;
  onActive?: (index: number) => void;
  onOpen?: (row: T) => void;
  isSelected?: (row: T) => boolean;
  onNearEnd?: () => void;
  rowHeight?: number;
  height: string;
}

const headHeight = 34;  // as in the style sheet

// A table of any length: only the rows in sight exist.
export function VirtualTable<T>({ view, label, columns, rows, total, rowKey, noteOf, active = -1, onActive, onOpen, isSelected, onNearEnd, rowHeight = 40, height }: Props<T>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 12, scrollPaddingEnd: headHeight });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => { if (rows.length > 0 && lastShown >= rows.length - 30) onNearEnd?.(); }, [lastShown, rows.length, onNearEnd]);
  useEffect(() => { if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' }); }, [active, virtual]);
  useImperativeHandle(view, () => ({
    shows: (index) => {
      const row = document.getElementById(`row-${index}`)?.getBoundingClientRect();
      const box = scroller.current?.getBoundingClientRect();
      return Boolean(row && box && row.top >= box.top + headHeight - 2 && row.bottom <= box.bottom + 2 && row.bottom > 0 && row.top < window.innerHeight);
    },
    reveal: (index) => virtual.scrollToIndex(index, { align: 'auto' }),
  }), [virtual]);
  const tracks = { '--tracks': columns.map(({ width }) => width).join(' '), '--narrow-tracks': columns.filter(({ narrow }) => !narrow).map(({ width }) => width).join(' ') } as React.CSSProperties;
  return (
    <div className={classes.table} role="grid" aria-label={label} aria-rowcount={total + 1} style={{ ...tracks, height }} ref={scroller} tabIndex={0}
      aria-activedescendant={active >= 0 && rows[active] ? `row-${active}` : undefined}>
      <div className={classes.head} role="row" aria-rowindex={1}>
        {columns.map((column) => <div key={column.key} role="columnheader" data-narrow={column.narrow}>{column.title}</div>)}
      </div>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="rowgroup">
        {items.map((item) => {
          const row = rows[item.index]!;
          return <Row key={rowKey(row)} row={row} index={item.index} start={item.start} height={rowHeight} columns={columns as Column<unknown>[]} isActive={item.index === active} isSelected={isSelected?.(row)} note={noteOf?.(row)}
            onActive={onActive} onOpen={onOpen as ((row: unknown) => void) | undefined} />;
        })}
      </div>
    </div>
  );
}

interface RowProps {
  row: unknown;
  index: number;
  start: number;
  height: number;
  columns: Column<unknown>[];
  isActive: boolean;
  isSelected: boolean | undefined;
  note: string | undefined;
  onActive: ((index: number) => void) | undefined;
  onOpen: ((row: unknown) => void) | undefined;
}

// Scrolling draws new rows and leaves those alone that stay in sight.
const Row = memo(function Row({ row, index, start, height, columns, isActive, isSelected, note, onActive, onOpen }: RowProps) {
  return (
    <div id={`row-${index}`} role="row" aria-rowindex={index + 2} className={classes.row} data-active={isActive || undefined} aria-selected={isSelected} data-note={note} title={note}
      style={{ height, transform: `translateY(${start}px)` }} onClick={() => onActive?.(index)} onDoubleClick={() => onOpen?.(row)}>
      {columns.map((column) => <div key={column.key} role="gridcell" data-narrow={column.narrow}>{column.cell(row, index)}</div>)}
    </div>
  );
});
