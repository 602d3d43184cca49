import type { Agreement as Value } from '../api/cases';
import { strings } from '../strings/en';
import { Pill } from './pill';

const tones = { agrees: 'severe', compatible: 'warn', unknown: 'dim', conflicts: 'good' } as const;

// How an attribute of the customer and of the listed party compare. What agrees is what an analyst
// has to look at.
export function Agreement({ value }: { value: Value }) {
  return <Pill tone={tones[value]}>{strings.cases.agreements[value]}</Pill>;
}
