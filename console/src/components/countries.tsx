import { useCountryName } from './reference-data';

export function Countries({ codes }: { codes: string[] }) {
  const name = useCountryName();
  return <span title={codes.map(name).join(', ')}>{codes.map((code) => code.toUpperCase()).join(' ')}</span>;
}
