import type { CSSProperties } from 'react';

// A name in its own script and direction, whatever stands around it.
export function Name({ children, strong, className, style }: { children: string | undefined; strong?: boolean; className?: string; style?: CSSProperties }) {
  return <bdi dir="auto" className={className} style={strong ? { fontWeight: 600, ...style } : style}>{children}</bdi>;
}
