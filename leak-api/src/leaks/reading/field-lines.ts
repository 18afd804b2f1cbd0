/** A line `Key: value` of a stealer's log, its key in the spelling of {@link plainKey}. */
export type FieldLine = { readonly key: string; readonly value: string }

/** A key is short, and begins with a letter or digit behind what decorates it; `=` for `:` in some logs. */
const FIELD = /^[^\p{L}\p{N}]{0,12}([\p{L}\p{N}][\p{L}\p{N} _./'@$!-]{0,38}?)[ \t]*(?::|=(?!=))(?!\/\/)[ \t]?(.*)$/u

/** Digits and signs that stand for letters in keys, as in `P455W0RD`; i and l are told apart by none of them. */
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

/** The one spelling of a key: lower case, letters alone, those that look alike as one. */
export const plainKey = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[01!34@5$7i]/g, (sign) => LEET[sign] ?? sign)
    .replaceAll(/[^\p{L}]/gu, '')

/** Names in the spelling of keys, with what each of them means. */
export const keyTable = <Meaning>(names: readonly (readonly [Meaning, string])[]): ReadonlyMap<string, Meaning> =>
  new Map(names.flatMap(([meaning, words]) => words.split(',').map((word) => [plainKey(word), meaning] as const)))

/** The field in a line; its value without the space in front, and as it stands behind. */
export const fieldIn = (line: string): FieldLine | undefined => {
  const [, key, value] = FIELD.exec(line) ?? []
  return key === undefined || value === undefined ? undefined : { key: plainKey(key), value }
}
