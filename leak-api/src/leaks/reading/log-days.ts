import { saoPauloDay } from '@atalaia/contracts'

const MONTHS = [
  'jan|ene|gen|янв|oca|sty',
  'feb|fev|фев|sub|lut',
  'mar|maa|mrz|мар',
  'apr|abr|avr|апр|nis|kwi',
  'may|mai|mag|mei|маи|мая|maj',
  'jun|juin|giu|июн|haz|cze',
  'jul|juil|lug|июл|tem|lip',
  'aug|ago|aou|agu|авг|sie',
  'sep|set|сен|eyl|wrz',
  'oct|out|ott|okt|окт|eki|paz',
  'nov|ноя|kas|lis',
  'dec|dez|dic|des|дек|ara|gru',
].map((names) => new RegExp(`^(?:${names})`, 'u'))

/** Minutes east of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  msk: 180,
  мск: 180,
  brt: -180,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  pst: -480,
  pdt: -420,
}

const TWO_DIGITS = 2
/** No log is older. */
const FIRST_SHORT_YEAR = 10
const MONTHS_OF_YEAR = 12

const dayOf = (year: string, month: string | number, day: string): string | undefined => {
  const full = year.length === TWO_DIGITS ? `20${year}` : year
  const text = [full, String(month).padStart(TWO_DIGITS, '0'), day.padStart(TWO_DIGITS, '0')].join('-')
  return new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, text.length) === text ? text : undefined
}

const isMonthFirst = (text: string, order: DayOrder | undefined, first: string, second: string, sign: string) => {
  if (Number(first) > MONTHS_OF_YEAR || Number(second) > MONTHS_OF_YEAR) return Number(second) > MONTHS_OF_YEAR
  if (sign !== '/') return false
  return order === undefined ? /\d\s*[ap]m\b/i.test(text) : order === 'month'
}

const numericDay = (text: string, order: DayOrder | undefined): string | undefined => {
  const iso = /(?<!\d)(20\d\d)\s?[-./_年]\s?(\d\d?)\s?[-./_月]\s?(\d\d?)(?!\d)/.exec(text)
  if (iso !== null) return dayOf(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '')
  const compact = /(?<!\d)(20\d\d)([01]\d)([0-3]\d)(?=\D|\d{6}(?!\d)|$)/.exec(text)
  if (compact !== null) return dayOf(compact[1] ?? '', compact[2] ?? '', compact[3] ?? '')
  const short = /(?<![\d.])(\d\d?)([-./])(\d\d?)\2(20\d\d|\d\d)(?!\d|\.\d)/.exec(text)
  if (short === null) return undefined
  const [, first = '', sign = '', second = '', year = ''] = short
  if (year.length === TWO_DIGITS && Number(year) < FIRST_SHORT_YEAR) return dayOf(first, second, year)
  return isMonthFirst(text, order, first, second, sign) ? dayOf(year, first, second) : dayOf(year, second, first)
}

const DAY_FIRST =
  /(?<![\d:])(\d\d?)(?:st|nd|rd|th|er|º|\.)?[\s\-/,_]*(?:(?:de|of)\s+)?(\p{L}{3,})\.?[\s\-/,_]*(?:(?:de|of)\s+)?'?(20\d\d|\d\d)(?![\d:])/gu
const MONTH_FIRST = /(\p{L}{3,})\.?[\s\-/_]+(\d\d?)(?:st|nd|rd|th)?(?![\d:]).*?(?<![\d:])(20\d\d)(?!\d)/gu

const monthOf = (word: string) => MONTHS.findIndex((month) => month.test(word)) + 1

const wordDay = (text: string): string | undefined => {
  for (const [, day = '', word = '', year = ''] of text.matchAll(DAY_FIRST))
    if (monthOf(word) > 0) return dayOf(year, monthOf(word), day)
  for (const [, word = '', day = '', year = ''] of text.matchAll(MONTH_FIRST))
    if (monthOf(word) > 0) return dayOf(year, monthOf(word), day)
  return undefined
}

const TIME = /(?<!\d)(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:\s*([ap])\.?\s?m\b\.?)?(.*)$/su
const OFFSET = /^[\s()]*(?:utc|gmt)?:?\s*([+-])(\d\d?)(?::?(\d\d))?(?!\d)/u
const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

/** Minutes from 00:00 UTC of the written day; `undefined`: the text names no time, or no zone. */
const utcMinutes = (text: string): number | undefined => {
  const [, hours = '', minutes = '', , half, rest = ''] = TIME.exec(text) ?? []
  if (hours === '') return undefined
  const [, sign, zoneHours = '', zoneMinutes = '0'] = OFFSET.exec(rest) ?? []
  const named = ZONES[/^[\s()]*(\p{L}+)/u.exec(rest)?.[1] ?? '']
  const zone =
    sign === undefined ? named : (sign === '-' ? -1 : 1) * (Number(zoneHours) * HOUR_MINUTES + Number(zoneMinutes))
  if (zone === undefined) return undefined
  const hour = half === undefined ? Number(hours) : (Number(hours) % MONTHS_OF_YEAR) + (half === 'p' ? 12 : 0)
  return hour * HOUR_MINUTES + Number(minutes) - zone
}

export type DayOrder = 'day' | 'month'

/** A number above 12 proves it. */
export const dayOrderIn = (lines: readonly string[]): DayOrder | undefined => {
  for (const line of lines) {
    const [, first, second] = /^[^:=]{1,40}[:=]\s*(\d\d?)\/(\d\d?)\/(?:20)?\d\d(?!\d)/.exec(line) ?? []
    if (Number(first) > MONTHS_OF_YEAR) return 'day'
    if (Number(second) > MONTHS_OF_YEAR) return 'month'
  }
  return undefined
}

/**
 * `YYYY-MM-DD` in São Paulo, if the text names time and zone; else as written. With slashes, the
 * month is first with AM or PM, unless `order` differs.
 */
export const dayIn = (value: string, order?: DayOrder): string | undefined => {
  const text = value.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const [, seconds, milliseconds = '000'] = /^\D?(1\d{9})(\d{3})?\D?$/.exec(text.trim()) ?? []
  if (seconds !== undefined) return saoPauloDay(new Date(Number(seconds + milliseconds)))
  const day = numericDay(text, order) ?? wordDay(text)
  const minutes = day === undefined ? undefined : utcMinutes(text)
  return minutes === undefined || day === undefined
    ? day
    : saoPauloDay(new Date(Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS))
}
