export type FieldLine = { readonly key: string; readonly value: string }

/** Keys are short, and begin with a letter or digit after decoration. */
const FIELD = /^[^\p{L}\p{N}]{0,12}([\p{L}\p{N}][\p{L}\p{N} _./'@$!-]{0,38}?)[ \t]*(?::|=(?!=))(?!\/\/)[ \t]?(.*)$/u

/** Digits and signs for letters in keys, as in `P455W0RD`. None separates i from l. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '!': 'l',
  '3': 'e',
  '4': 'a',
  '@': 'a',
  '5': 's',
  $: 's',
  '7': 't',
  i: 'l',
}

/** Spells a key in lower-case letters, with lookalikes as one. */
export const plainKey = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[01!34@5$7i]/g, (sign) => LEET[sign] ?? sign)
    .replaceAll(/[^\p{L}]/gu, '')

export const keyTable = <Meaning>(names: readonly (readonly [Meaning, string])[]): ReadonlyMap<string, Meaning> =>
  new Map(names.flatMap(([meaning, words]) => words.split(',').map((word) => [plainKey(word), meaning] as const)))

const known = new Map<string, string>()
const MAX_KNOWN = 100

const knownKey = (text: string): string => {
  const found = known.get(text)
  if (found !== undefined) return found
  if (known.size >= MAX_KNOWN) known.clear()
  const key = plainKey(text)
  known.set(text, key)
  return key
}

/** Trims the value's front only. */
export const fieldIn = (line: string): FieldLine | undefined => {
  const [, key, value] = FIELD.exec(line) ?? []
  return key === undefined || value === undefined ? undefined : { key: knownKey(key), value }
}
