import { array, boolean, int, nullable, number, object, string, type infer as Infer } from 'zod/mini'
import { catalogueFactsSchema, dataClassOfKind, kindOfDataClass } from '../../base/store/catalogue-facts.ts'

export const breachSchema = object({
  Name: string(),
  Title: string(),
  Domain: string(),
  BreachDate: string(),
  AddedDate: string(),
  ModifiedDate: string(),
  PwnCount: int(),
  Description: string(),
  LogoPath: string(),
  Attribution: nullable(string()),
  DataClasses: array(string()),
  IsVerified: boolean(),
  IsFabricated: boolean(),
  IsSensitive: boolean(),
  IsRetired: boolean(),
  IsSpamList: boolean(),
  IsMalware: boolean(),
  IsSubscriptionFree: boolean(),
  IsStealerLog: boolean(),
})
export type Breach = Infer<typeof breachSchema>

/** Days are `YYYY-MM-DD`, instants ISO 8601. */
export const sourceRowSchema = object({
  name: string(),
  title: nullable(string()),
  website: nullable(string()),
  leakedOn: nullable(string()),
  knownOn: nullable(string()),
  kind: nullable(string()),
  kinds: nullable(array(string())),
  verified: nullable(boolean()),
  description: nullable(string()),
  records: nullable(number()),
  fabricated: boolean(),
  /** `hand`: a person entered some facts. */
  origin: string(),
  catalogue: nullable(catalogueFactsSchema),
  /** From ended imports: first leak day, first and last end, number of new pairs. */
  firstDay: nullable(string()),
  firstImport: nullable(string()),
  lastImport: nullable(string()),
  pairs: number(),
  hasPasswords: boolean(),
})
export type SourceRow = Infer<typeof sourceRowSchema>

/** An unknown source's day: none can be older. */
const UNKNOWN_DAY = '1970-01-01'
const DAY_LENGTH = UNKNOWN_DAY.length
const EMAIL_ADDRESSES = 'Email addresses'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const asHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

const instant = (iso: string): string => new Date(iso).toISOString().replace(/\.\d+Z$/, 'Z')
const startOf = (day: string): string => `${day}T00:00:00Z`

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))

/** A catalogue's kinds, unless a person has entered others since. */
const dataClassesOf = ({ kinds, catalogue, hasPasswords }: SourceRow): string[] => {
  const told = catalogue?.DataClasses ?? []
  const ofCatalogue = [...new Set(told.map(kindOfDataClass))]
  if (told.length > 0 && (kinds === null || isSame(kinds, ofCatalogue))) return told
  const seen = [EMAIL_ADDRESSES, ...(hasPasswords ? ['Passwords'] : []), ...(kinds ?? []).map(dataClassOfKind)]
  return [...new Set(seen)].toSorted()
}

const addedDateOf = ({ knownOn, catalogue, firstImport, leakedOn }: SourceRow): string => {
  const told = catalogue?.AddedDate ?? ''
  if (told !== '' && (knownOn === null || told.slice(0, DAY_LENGTH) === knownOn)) return told
  if (knownOn !== null) return startOf(knownOn)
  return firstImport === null ? startOf(leakedOn ?? UNKNOWN_DAY) : instant(firstImport)
}

const modifiedDateOf = ({ catalogue, lastImport }: SourceRow, addedDate: string): string => {
  const told = catalogue?.ModifiedDate ?? (lastImport === null ? addedDate : instant(lastImport))
  return Date.parse(told) < Date.parse(addedDate) ? addedDate : told
}

const descriptionOf = ({ origin, catalogue, description }: SourceRow): string =>
  origin === 'hand' ? asHtml(description ?? '') : (catalogue?.Description ?? asHtml(description ?? ''))

export const breachOf = (row: SourceRow): Breach => {
  const { name, title, website, leakedOn, kind, verified, records, fabricated, pairs, firstDay } = row
  const catalogue = row.catalogue ?? {}
  const isStealerLog = kind === 'stealer log'
  const addedDate = addedDateOf(row)
  return {
    Name: name,
    Title: title ?? name,
    Domain: website ?? '',
    BreachDate: leakedOn ?? firstDay ?? addedDate.slice(0, DAY_LENGTH),
    AddedDate: addedDate,
    ModifiedDate: modifiedDateOf(row, addedDate),
    PwnCount: records ?? pairs,
    Description: descriptionOf(row),
    LogoPath: catalogue.LogoPath ?? '',
    Attribution: catalogue.Attribution ?? null,
    DataClasses: dataClassesOf(row),
    IsVerified: verified ?? false,
    IsFabricated: catalogue.IsFabricated ?? fabricated,
    IsSensitive: catalogue.IsSensitive ?? false,
    IsRetired: catalogue.IsRetired ?? false,
    IsSpamList: catalogue.IsSpamList ?? false,
    IsMalware: catalogue.IsMalware ?? isStealerLog,
    IsSubscriptionFree: catalogue.IsSubscriptionFree ?? false,
    IsStealerLog: isStealerLog,
  }
}
