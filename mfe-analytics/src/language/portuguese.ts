import { formatDate, formatNumber, formatRelativeDay, monthName } from '@atalaia/ui'
import type { Language } from './language.ts'
import { dashboard } from './messages/pt-br.messages.ts'
import { createTranslate, type Formatters } from './translate.ts'

const LOCALE = 'pt-BR'
const intl = () => new Intl.NumberFormat(LOCALE)

/** Intl would block a page for tens of milliseconds. */
const numbers: Intl.NumberFormat = {
  format: (value) => formatNumber(Number(value)),
  formatToParts: (value) => intl().formatToParts(Number(value)),
  formatRange: (from, to) => intl().formatRange(from, to),
  formatRangeToParts: (from, to) => intl().formatRangeToParts(from, to),
  resolvedOptions: () => intl().resolvedOptions(),
}

/** A form for 1, which messages name (`=1`), and a form for all others. */
const rules: Intl.PluralRules = {
  select: () => 'other',
  resolvedOptions: () => new Intl.PluralRules(LOCALE).resolvedOptions(),
}

export const portugueseFormatters: Formatters = { getNumberFormat: () => numbers, getPluralRules: () => rules }

/** The server's other refusals are Portuguese already. */
const REFUSED_BETWEEN = 'Um proxy ou filtro da rede respondeu no lugar do serviço. Tente de novo.'

const change = (value: number) => `${value > 0 ? '+' : '-'}${formatNumber(Math.abs(value))}`

/** Its texts are in the bundle's first bytes. */
export const portuguese: Language = {
  name: LOCALE,
  locale: LOCALE,
  t: createTranslate(LOCALE, dashboard, portugueseFormatters),
  number: formatNumber,
  change,
  percent: (value) => `${change(value)}%`,
  date: formatDate,
  relativeDay: (iso) => formatRelativeDay(iso),
  month: monthName,
  translate: (messages) => createTranslate(LOCALE, messages, portugueseFormatters),
  refusal: (name) => (name === 'refused-between' ? REFUSED_BETWEEN : undefined),
}
