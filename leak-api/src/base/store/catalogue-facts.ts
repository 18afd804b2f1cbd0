import { array, boolean, nullable, object, optional, string } from 'zod/mini'

const text = () => optional(nullable(string()))
const flag = () => optional(nullable(boolean()))

/**
 * The fields of an entry in the public list of breaches of Have I Been Pwned (API v3, the breach model) that the columns of
 * a source have no place for, or keep in another form.
 */
export const catalogueFactsSchema = object({
  AddedDate: text(),
  ModifiedDate: text(),
  /** HTML. */
  Description: text(),
  DataClasses: optional(nullable(array(string()))),
  IsFabricated: flag(),
  IsSensitive: flag(),
  IsRetired: flag(),
  IsSpamList: flag(),
  IsMalware: flag(),
  IsSubscriptionFree: flag(),
  LogoPath: text(),
  Attribution: text(),
})

/** Our kinds of data by the list's names, in lower case; the first name of a kind is the one that it is told by. */
const KINDS: Readonly<Record<string, string>> = {
  usernames: 'username',
  names: 'name',
  'phone numbers': 'phone',
  'personal identity numbers': 'cpf',
  'credit cards': 'card',
  'partial credit card data': 'card',
  'physical addresses': 'postal-address',
  'dates of birth': 'birth-date',
  'ip addresses': 'ip-address',
  'browser cookies': 'cookies',
  'autofill data': 'autofill',
}
/** Words that are written in capitals wherever they stand. */
const CAPITALS: Readonly<Record<string, string>> = { 'ip addresses': 'IP addresses' }

const capitalised = (name: string) => CAPITALS[name] ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** Our word for a class of data; the name in lower case where we have none of our own. */
export const kindOfDataClass = (name: string): string => KINDS[name.toLowerCase()] ?? name.toLowerCase()

/** The list's name for a kind of data. */
export const dataClassOfKind = (kind: string): string =>
  capitalised(Object.keys(KINDS).find((name) => KINDS[name] === kind) ?? kind)
