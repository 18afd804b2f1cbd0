import {
  ANALYTICS_DEFAULT_THEME,
  ANALYTICS_LOCALES,
  ANALYTICS_PARTS,
  ANALYTICS_PERIODS,
  ANALYTICS_VIEWS,
  API_BASE,
  isThemeName,
  MIN_REFRESH_SECONDS,
  THEME_NAMES,
  type AnalyticsLocale,
  type AnalyticsPart,
  type AnalyticsViewName,
  type ThemeName,
} from '@atalaia/contracts'
import { DEFAULT_MONTHS, type ChartMonths } from '../chart/period.ts'
import { cutAddress } from './place.ts'

export type Read<Value> = { readonly value: Value; readonly warnings: readonly string[] }

/** Length of quotes in warnings: anybody can write addresses that portals read. */
const MAX_QUOTED_LENGTH = 100
const cut = (given: string): string =>
  given.length > MAX_QUOTED_LENGTH ? `${given.slice(0, MAX_QUOTED_LENGTH)}…` : given

const isPart = (name: string): name is AnalyticsPart => ANALYTICS_PARTS.some((part) => part === name)

/** Missing or unknown: {@link ANALYTICS_DEFAULT_THEME}. */
export const readTheme = (given: string | null): Read<ThemeName> => {
  if (isThemeName(given)) return { value: given, warnings: [] }
  const value = ANALYTICS_DEFAULT_THEME
  if (given === null || given === '') return { value, warnings: [] }
  return {
    value,
    warnings: [`theme="${cut(given)}" is not known; it takes ${THEME_NAMES.join(', ')}. "${value}" is shown.`],
  }
}

/** Language of the texts, and BCP 47 tag of numbers and days: 'en' and 'en-GB'. */
export type EmbedLocale = { readonly name: AnalyticsLocale; readonly tag: string }

/** Longest tag that is read (RFC 5646, section 4.4.1). */
const MAX_TAG_LENGTH = 35

const localeOf = (given: string): EmbedLocale | undefined => {
  if (given.length > MAX_TAG_LENGTH) return undefined
  // Servers often write it as POSIX does: 'en_US'.
  const tag = given.replaceAll('_', '-')
  const language = tag.split('-')[0]?.toLowerCase()
  const name = ANALYTICS_LOCALES.find((each) => each.split('-')[0] === language)
  // There are no forms of numbers and days but Brazil's in Portuguese.
  if (!name || name === 'pt-BR') return name && { name, tag: name }
  try {
    // Without extensions: they would change digits and calendars, and are not part of the contract.
    return { name, tag: new Intl.Locale(tag).baseName }
  } catch {
    return undefined
  }
}

/** Reads a BCP 47 tag by its language. Missing or unknown: `undefined`, Portuguese (M-EMBED-39). */
export const readLocale = (given: string | null): Read<EmbedLocale | undefined> => {
  if (given === null || given === '') return { value: undefined, warnings: [] }
  const value = localeOf(given)
  const warning = `locale="${cut(given)}" is not known; it takes ${ANALYTICS_LOCALES.join(', ')}, also with a region. "pt-BR" is shown.`
  return { value, warnings: value ? [] : [warning] }
}

const MAX_SHOW_LENGTH = 200

/** Reads part names between spaces. Without a known name: all. */
export const readParts = (given: string | null): Read<readonly AnalyticsPart[]> => {
  const names = (given ?? '').slice(0, MAX_SHOW_LENGTH).split(/\s+/).filter(Boolean)
  const known = names.filter(isPart)
  const unknown = names.filter((name) => !isPart(name))
  const warnings = unknown.map((name) => `show has no part "${cut(name)}"; it takes ${ANALYTICS_PARTS.join(', ')}.`)
  return { value: known.length > 0 ? known : ANALYTICS_PARTS, warnings }
}

/** Missing or unknown: the first of {@link ANALYTICS_VIEWS}. */
export const readView = (given: string | null): Read<AnalyticsViewName> => {
  const value = ANALYTICS_VIEWS.find((name) => name === given) ?? ANALYTICS_VIEWS[0]
  const isFine = given === null || given === '' || given === value
  const warning = `view="${cut(given ?? '')}" is not known; it takes ${ANALYTICS_VIEWS.join(', ')}. "${value}" is shown.`
  return { value, warnings: isFine ? [] : [warning] }
}

/** Missing: `undefined`. An invalid address is found nowhere. */
export const readAddress = (given: string | null): string | undefined => cutAddress(given ?? '') || undefined

const MONTHS: readonly ChartMonths[] = [1, 2, 3]

/** Reads months of the chart. Missing or unknown: {@link DEFAULT_MONTHS}. */
export const readMonths = (given: string | null): Read<ChartMonths> => {
  const months = MONTHS.find((each) => String(each) === given?.trim())
  if (months) return { value: months, warnings: [] }
  if (given === null || given === '') return { value: DEFAULT_MONTHS, warnings: [] }
  const warning = `period="${cut(given)}" is not known; it takes ${ANALYTICS_PERIODS.join(', ')}. ${DEFAULT_MONTHS} months are shown.`
  return { value: DEFAULT_MONTHS, warnings: [warning] }
}

/** Longer periods would not fit into a timer. */
const MAX_REFRESH_SECONDS = 86_400

/** Reads seconds (M-EMBED-29). Missing or no number: `undefined`, no automatic reloads. */
export const readRefresh = (given: string | null): Read<number | undefined> => {
  const text = given?.trim() ?? ''
  if (text === '') return { value: undefined, warnings: [] }
  if (!/^\d+$/.test(text))
    return {
      value: undefined,
      warnings: [`refresh="${cut(text)}" is no number of seconds; nothing is reloaded by itself.`],
    }
  const seconds = Math.min(Number(text), MAX_REFRESH_SECONDS)
  if (seconds >= MIN_REFRESH_SECONDS) return { value: seconds, warnings: [] }
  const warning = `refresh="${cut(text)}" is less than ${MIN_REFRESH_SECONDS} seconds; it reloads every ${MIN_REFRESH_SECONDS}.`
  return { value: MIN_REFRESH_SECONDS, warnings: [warning] }
}

/** Resolves `api` against the page's address; without it, {@link API_BASE} of the script's server. */
export const readApi = (given: string | null, page: string, script: string): URL | undefined => {
  const [address, base] = given ? [given, page] : [API_BASE, script]
  if (!URL.canParse(address, base)) return undefined
  const url = new URL(address, base)
  return /^https?:$/.test(url.protocol) ? url : undefined
}
