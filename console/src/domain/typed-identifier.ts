// A number that somebody types where a name is expected: "IMO 9116412", "passport KC 285901", a wallet address.
export interface TypedIdentifier {
  type: string;
  value: string;
}

// Longer words first: "tax id" must not be read as "id".
const words: [RegExp, string][] = [
  [/^(travel document|reisepass|passport)\b/i, 'passport'],
  [/^(national id|identity card|id card|personal id|ssn)\b/i, 'nationalId'],
  [/^(tax id|tax number|tax|vat|inn|tin)\b/i, 'taxNumber'],
  [/^(company number|registration number|registration|ogrn)\b/i, 'registrationNumber'],
  [/^(legal entity identifier|lei)\b/i, 'lei'],
  [/^(swift\/bic|swift|bic)\b/i, 'bic'],
  [/^isin\b/i, 'isin'],
  [/^imo\b/i, 'imo'],
  [/^mmsi\b/i, 'mmsi'],
  [/^(wallet|crypto|bitcoin|ethereum)\b/i, 'wallet'],
];
const label = /^(\s|:|#|\.|no\b|nr\b|number\b|address\b)+/i;
const wallet = /^(0x[0-9a-f]{40}|(bc1|ltc1)[0-9a-z]{20,80})$/i;
const fewestDigits = 4;

export function typedIdentifier(text: string): TypedIdentifier | undefined {
  const whole = text.trim();
  if (wallet.test(whole)) return { type: 'wallet', value: whole };
  for (const [word, type] of words) {
    const found = word.exec(whole);
    if (!found) continue;
    const value = whole.slice(found[0].length).replace(label, '');
    // A company may be called Tax 24.
    return (value.match(/\d/g) ?? []).length >= fewestDigits ? { type, value } : undefined;
  }
  return undefined;
}
