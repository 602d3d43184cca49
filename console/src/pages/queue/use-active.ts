import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keyOf, type MatchKey } from '../../domain/review';
import type { Row } from './use-queue';

// Too short a time to read a row in.
const readableMs = 300;

// It outlives the page, so that coming back from a match finds the same row.
let kept: MatchKey | null = null;

// Which match the keys are about: a match, not a place in the list. Null when it left the list without
// the analyst's doing: the next key then only shows where it goes on.
export function useActive(rows: Row[], isSwapping: boolean) {
  const [active, setActiveKey] = useState<MatchKey | null>(kept);
  const places = useMemo(() => new Map(rows.map((row, index) => [keyOf(row), index])), [rows]);
  const index = active === null ? -1 : places.get(active) ?? -1;
  const isNew = useRef(true);
  const swappedAt = useRef(0);
  const setActive = useCallback((key: MatchKey | null) => { kept = key; setActiveKey(key); }, []);
  useEffect(() => {
    if (rows.length === 0 || isSwapping) return;
    if (isNew.current && index < 0) setActive(keyOf(rows[0]!));
    isNew.current = false;
  }, [rows, index, isSwapping, setActive]);
  // Another list has taken the place of the one before.
  const wasSwapping = useRef(false);
  useEffect(() => {
    if (wasSwapping.current && !isSwapping) swappedAt.current = performance.now();
    wasSwapping.current = isSwapping;
  }, [isSwapping]);
  const isReadable = useCallback(() => !wasSwapping.current && performance.now() - swappedAt.current >= readableMs, []);
  // To the row after the active one that is none of those that leave.
  const leave = useCallback((leaving: ReadonlySet<MatchKey>) => {
    if (index < 0) return;
    const stays = (row: Row) => !leaving.has(keyOf(row));
    const next = rows.slice(index).find(stays) ?? rows.slice(0, index).findLast(stays);
    setActive(next ? keyOf(next) : null);
  }, [rows, index, setActive]);
  return { index, setActive, leave, isReadable };
}
