import { array, boolean, nullable, object, optional, string } from 'zod/mini'

const text = () => optional(nullable(string()))
const flag = () => optional(nullable(boolean()))

/** Fields of a Have I Been Pwned breach (API v3) that a source's columns lack, or keep in another form. */
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

/** Our kinds by the list's names, in lower case. A kind's first name is the displayed one. */
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
/** Words always written in capitals. */
const CAPITALS: Readonly<Record<string, string>> = { 'ip addresses': 'IP addresses' }

const capitalised = (name: string) => CAPITALS[name] ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

export const kindOfDataClass = (name: string): string => KINDS[name.toLowerCase()] ?? name.toLowerCase()

export const dataClassOfKind = (kind: string): string =>
  capitalised(Object.keys(KINDS).find((name) => KINDS[name] === kind) ?? kind)
