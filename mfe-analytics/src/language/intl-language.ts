import { dayOf, UNKNOWN, type UiTextName } from '@atalaia/ui'
import type { CompiledMessage } from 'icu-minify/format'
import type { DashboardMessages, EmbedLanguage, EmbedMessages, Language } from './language.ts'
import type { RefusalName } from './refusal.ts'
import { createFormat, createTranslate, type Formatters } from './translate.ts'

export type Texts = {
  readonly dashboard: { readonly [Name in keyof DashboardMessages]: CompiledMessage }
  readonly embed: { readonly [Name in keyof EmbedMessages]: CompiledMessage }
  readonly ui: { readonly [Name in UiTextName]: CompiledMessage }
  readonly refusals: { readonly [Name in RefusalName]: CompiledMessage }
}

const DAY_MS = 86_400_000
const UTC = { timeZone: 'UTC' } as const
const atMidnight = (day: string) => new Date(`${day}T00:00:00Z`)

export const createIntlLanguage = (
  name: Language['name'],
  locale: string,
  { dashboard, embed, ui, refusals }: Texts,
): EmbedLanguage => {
  const numbers = new Intl.NumberFormat(locale)
  const rules = new Intl.PluralRules(locale)
  const formatters: Formatters = { getNumberFormat: () => numbers, getPluralRules: () => rules }
  const changes = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' })
  const percents = new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' })
  const days = new Intl.DateTimeFormat(locale, { ...UTC, day: '2-digit', month: '2-digit', year: 'numeric' })
  const shortDays = new Intl.DateTimeFormat(locale, { ...UTC, day: 'numeric', month: 'short' })
  const months = new Intl.DateTimeFormat(locale, { ...UTC, month: 'long' })
  const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

  const number = (value: number | undefined) => (value === undefined ? UNKNOWN : numbers.format(value))
  const date = (iso: string) => {
    const day = dayOf(iso)
    return day ? days.format(atMidnight(day)) : UNKNOWN
  }
  const relativeDay = (iso: string) => {
    const [day, today] = [dayOf(iso), dayOf(new Date().toISOString())]
    if (!day || !today) return UNKNOWN
    const distance = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)
    const near = Math.abs(distance) < 7
    const short = near || day.slice(0, 4) === today.slice(0, 4)
    const told = short ? shortDays.format(atMidnight(day)) : date(day)
    return near ? `${distances.format(distance, 'day')} · ${told}` : told
  }
  const format = createFormat(locale, formatters)
  return {
    name,
    locale,
    t: createTranslate<DashboardMessages>(locale, dashboard, formatters),
    embed: createTranslate<EmbedMessages>(locale, embed, formatters),
    ui: { number, text: (key, values) => format(ui[key], values) },
    number,
    change: (value) => changes.format(value),
    percent: (value) => percents.format(value / 100),
    date,
    relativeDay,
    month: (iso) => months.format(atMidnight(`${iso.slice(0, 7)}-01`)),
    translate: (messages) => createTranslate(locale, messages, formatters),
    refusal: (code) => format(refusals[code], undefined),
  }
}
