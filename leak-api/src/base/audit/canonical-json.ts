export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined }

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

export const canonicalJson = (value: Json): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const parts = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, part]) => (part === undefined ? [] : [`${JSON.stringify(name)}:${canonicalJson(part)}`]))
  return `{${parts.join(',')}}`
}
