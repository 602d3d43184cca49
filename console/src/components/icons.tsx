// Small line icons, drawn for this console.
import type { SVGProps } from 'react';

const paths = {
  overview: 'M4 13h6V4H4zM14 20h6V4h-6zM4 20h6v-3H4z',
  queue: 'M4 6h16M4 12h16M4 18h10',
  cases: 'M4 7h6l2 2h8v10H4zM4 7V5h5l1.500 2M8 13h8M8 16h5',
  reports: 'M5 20V11M11 20V5M17 20v-6M3 20h18',
  attestations: 'M5 4h14v16H5zM5 9h14M9 2v4M15 2v4M9 14l2 2 4-4',
  validation: 'M9 3h6M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8',
  audit: 'M12 3l7 3v6c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2 2 4-4',
  records: 'M16 20v-1.5a3.5 3.5 0 0 0-3.5-3.5h-5A3.5 3.5 0 0 0 4 18.500V20M10 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM20 8v6M17 11h6',
  screening: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  parties: 'M9 12a5 5 0 1 0 0-.010M15 12a5 5 0 1 0 0-.010M4 19h16',
  lists: 'M4 6c0-1.700 3.600-3 8-3s8 1.300 8 3-3.600 3-8 3-8-1.300-8-3zM4 6v12c0 1.700 3.600 3 8 3s8-1.300 8-3V6M4 12c0 1.700 3.600 3 8 3s8-1.300 8-3',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM8 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  docs: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7M14 3v5h5',
  user: 'M19 20v-1.500a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4V20M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  person: 'M19 20v-1.500a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4V20M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  business: 'M4 20V6l8-3v17M12 9l8 3v8M4 20h16M8 9v.01M8 13v.01M8 17v.01M16 15v.01M16 18v.01',
  plus: 'M12 5v14M5 12h14',
  upload: 'M12 16V5M7 9l5-5 5 5M5 19h14',
  download: 'M12 5v11M7 12l5 5 5-5M5 20h14',
  print: 'M7 9V3h10v6M7 18H4v-8h16v8h-3M7 14h10v7H7z',
  trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  check: 'M5 13l4 4L19 7',
  cross: 'M6 6l12 12M18 6L6 18',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  chevron: 'M9 6l6 6-6 6',
  external: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  refresh: 'M20 11a8 8 0 0 0-14.500-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14.500 4l1.500-2M20 20v-5h-5',
  keyboard: 'M3 7h18v10H3zM7 11v.01M11 11v.01M15 11v.01M8 14h8',
  comment: 'M4 5h16v11H10l-5 4v-4H4z',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  back: 'M19 12H5M11 6l-6 6 6 6',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 18, ...rest }: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" stroke="currentColor" strokeWidth={1.8} strokeLinecap="round"
      strokeLinejoin="round" aria-hidden="true" focusable="false" {...rest}>
      <path d={paths[name]} />
    </svg>
  );
}
