import { strings } from '../strings/en';
import classes from './link-graph.module.css';

export interface Relation {
  key: string;
  name: string;
  label: string;         // what kind of relation it is
  isBusiness: boolean;
  isGrave: boolean;      // listed
  via?: string;          // the key of the relation that it belongs to; without one, the centre
  onOpen?: () => void;
}

const most = 14;
const mostChildren = 6;
const size = { width: 680, height: 380 };
const short = (text: string, letters: number) => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);

interface Place {
  relation: Relation;
  from: { x: number; y: number };
  x: number;
  y: number;
}

function placesOf(relations: Relation[]): Place[] {
  const centre = { x: size.width / 2, y: size.height / 2 };
  const roots = relations.filter(({ via }) => !via).slice(0, most);
  return roots.flatMap((relation, index) => {
    const angle = (index / roots.length) * 2 * Math.PI - Math.PI / 2;
    const place = { relation, from: centre, x: centre.x + Math.cos(angle) * 150, y: centre.y + Math.sin(angle) * 88 };
    const children = relations.filter(({ via }) => via === relation.key).slice(0, mostChildren);
    return [place, ...children.map((child, number) => {
      const turn = angle + (children.length === 1 ? 0 : (number / (children.length - 1) - 0.5) * 1.6);
      return { relation: child, from: place, x: centre.x + Math.cos(turn) * 272, y: centre.y + Math.sin(turn) * 158 };
    })];
  });
}

// A centre and what it is related to, one step further where a relation belongs to another. A picture of
// the list below it, which has every relation and the keyboard.
export function RelationGraph({ centre, relations }: { centre: string; relations: Relation[] }) {
  const middle = { x: size.width / 2, y: size.height / 2 };
  const places = placesOf(relations);
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} className={classes.graph} role="img" aria-label={strings.case.relationsOf(centre)}>
      {places.map(({ relation, from, x, y }) => (
        <g key={relation.key}>
          <line x1={from.x} y1={from.y} x2={x} y2={y} className={classes.edge} />
          <text x={(from.x + x * 1.6) / 2.6} y={(from.y + y * 1.6) / 2.6 - 3} className={classes.edgeText}>{short(relation.label, 18)}</text>
        </g>
      ))}
      {places.map(({ relation, x, y }) => (
        <g key={relation.key} className={relation.onOpen ? classes.node : undefined} onClick={relation.onOpen}>
          {relation.isBusiness
            ? <rect x={x - 8} y={y - 8} width={16} height={16} rx={3} data-severity={relation.isGrave ? 'sanction' : 'none'} className={classes.dot} />
            : <circle cx={x} cy={y} r={8} data-severity={relation.isGrave ? 'sanction' : 'none'} className={classes.dot} />}
          <text x={x} y={y + 21} className={classes.nodeText}>{short(relation.name, 22)}</text>
        </g>
      ))}
      <circle cx={middle.x} cy={middle.y} r={12} className={classes.centre} />
      <text x={middle.x} y={middle.y + 28} className={classes.centreText}>{short(centre, 28)}</text>
    </svg>
  );
}
