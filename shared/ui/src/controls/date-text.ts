/** The text of a field of a day, `YYYY-MM-DD`, or of day and time, `YYYY-MM-DDTHH:MM`, as people read it; '' for none. */
export const textOfDate = (value: string): string => {
  const [day = '', time] = value.split('T')
  const text = day.split('-').toReversed().join('/')
  return time === undefined ? text : `${text} ${time}`
}

/** The digits of a text with the separators between them. */
const separated = (digits: string, hasTime: boolean): string => {
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter((part) => part !== '').join('/')
  const time = hasTime ? [digits.slice(8, 10), digits.slice(10, 12)].filter((part) => part !== '').join(':') : ''
  return time === '' ? parts : `${parts} ${time}`
}

const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')

/** Inserts separators into typed digits. */
export const typedDate = (text: string, before: string, hasTime: boolean): string => {
  const isNextDigit = text.length === before.length + 1 && text.startsWith(before) && /\d$/.test(text)
  if (!isNextDigit || before !== separated(digitsIn(before), hasTime)) return text
  return digitsIn(text).length > (hasTime ? 12 : 8) ? text : separated(digitsIn(text), hasTime)
}

const WRITTEN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: +(\d{1,2}):(\d\d))?$/
/** As programs and lists have it. */
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?$/

const two = (part: string) => part.padStart(2, '0')

/** `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; '' for an empty text, `undefined` for an invalid one. */
export const dateOfText = (text: string, hasTime: boolean): string | undefined => {
  const written = text.trim()
  if (written === '') return ''
  const digits = /^\d+$/.test(written) ? separated(written, hasTime) : written
  const iso = ISO.exec(digits)
  const [, day, month, year, hour, minute] = iso
    ? [undefined, iso[3], iso[2], iso[1], iso[4], iso[5]]
    : (WRITTEN.exec(digits) ?? [])
  if (day === undefined || month === undefined || year === undefined || (hour !== undefined) !== hasTime)
    return undefined
  const date = `${year}-${two(month)}-${two(day)}`
  const moment = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date) return undefined
  if (hour === undefined || minute === undefined) return date
  return Number(hour) < 24 && Number(minute) < 60 ? `${date}T${two(hour)}:${minute}` : undefined
}
