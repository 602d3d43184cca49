import type { Profile, ProfileLink } from '../api/types';
import { familyOfUri, linkName, nameOf, severity } from '../domain/profile';
import { strings } from '../strings/en';
import { Icon } from './icons';
import { Name } from './name';
import classes from './link-graph.module.css';

const most = 14;
const size = { width: 560, height: 300 };

const short = (text: string, letters: number) => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);
const gravest = (link: ProfileLink) => {
  const found = new Set(link.datasets.map(severity));
  return (['sanction', 'pep', 'risk', 'former'] as const).find((each) => found.has(each)) ?? 'none';
};

// The neighbours of a profile as a small graph to walk: each neighbour opens its own profile. The
// same links stand below as a list, for screen readers, phones and those that find no place.
export function LinkGraph({ profile, onWalk }: { profile: Profile; onWalk?: (uri: string) => void }) {
  const links = [...profile.individualLinks, ...profile.businessLinks];
  if (links.length === 0) return <p>{strings.profile.noLinks}</p>;
  const drawn = links.slice(0, most);
  const centre = { x: size.width / 2, y: size.height / 2 };
  const places = drawn.map((link, index) => {
    const angle = (index / drawn.length) * 2 * Math.PI - Math.PI / 2;
    return { link, x: centre.x + Math.cos(angle) * 205, y: centre.y + Math.sin(angle) * 112 };
  });
  return (
    <div>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} className={classes.graph} role="img" aria-label={strings.profile.graph(nameOf(profile))}>
        {places.map(({ link, x, y }) => (
          <g key={link.resourceId + link.relationship}>
            <line x1={centre.x} y1={centre.y} x2={x} y2={y} className={classes.edge} />
            <text x={(centre.x + x * 1.6) / 2.6} y={(centre.y + y * 1.6) / 2.6 - 3} className={classes.edgeText}>{short(link.relationship, 18)}</text>
          </g>
        ))}
        {places.map(({ link, x, y }) => (
          <g key={link.resourceId} className={onWalk ? classes.node : undefined} onClick={onWalk && (() => onWalk(link.resourceUri))}>
            {familyOfUri(link.resourceUri) === 'individual'
              ? <circle cx={x} cy={y} r={9} data-severity={gravest(link)} className={classes.dot} />
              : <rect x={x - 9} y={y - 9} width={18} height={18} rx={3} data-severity={gravest(link)} className={classes.dot} />}
            <text x={x} y={y + 22} className={classes.nodeText}>{short(linkName(link), 24)}</text>
          </g>
        ))}
        <circle cx={centre.x} cy={centre.y} r={12} className={classes.centre} />
        <text x={centre.x} y={centre.y + 28} className={classes.centreText}>{short(nameOf(profile), 30)}</text>
      </svg>
      <ul className={classes.list}>
        {links.map((link) => (
          <li key={link.resourceId + link.relationship}>
            <Icon name={familyOfUri(link.resourceUri) === 'individual' ? 'person' : 'business'} size={14} />
            {onWalk
              ? <button type="button" className={classes.walk} onClick={() => onWalk(link.resourceUri)} aria-label={strings.profile.openLinked(linkName(link))}><Name>{linkName(link)}</Name></button>
              : <Name strong>{linkName(link)}</Name>}
            <span>{link.relationship}{link.ownershipPercentage !== undefined && ` ${link.ownershipPercentage} %`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
