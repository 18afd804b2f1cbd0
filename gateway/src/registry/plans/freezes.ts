import { FREEZE_DAYS, type Freeze, type Frozen, type Weekly } from '@atalaia/artifact'

const DAY_MIN = 24 * 60
const WEEK_MIN = 7 * DAY_MIN
const MINUTE_MS = 60_000

/** Minutes since Sunday 0:00 of `fri 16:00`. `undefined` for other texts. */
export const minuteOfWeek = (text: string): number | undefined => {
  const [, day, hours, minutes] = /^(\w{3}) ([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  const at = FREEZE_DAYS.findIndex((known) => known === day)
  return at === -1 ? undefined : at * DAY_MIN + Number(hours) * 60 + Number(minutes)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(zone, made)
  return made
}

const minuteIn = (zone: string, instant: number): number => {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return minuteOfWeek(`${parts.get('weekday')?.toLowerCase()} ${parts.get('hour')}:${parts.get('minute')}`) ?? 0
}

const after = (minute: number) => ((minute % WEEK_MIN) + WEEK_MIN) % WEEK_MIN

/** End of a weekly freeze that covers `instant`, with clock changes. `undefined` outside. */
const weeklyEnd = ({ from, to, zone }: Weekly, instant: number): number | undefined => {
  const [start, end] = [minuteOfWeek(from) ?? 0, minuteOfWeek(to) ?? 0]
  const now = minuteIn(zone, instant)
  if (after(now - start) >= after(end - start)) return undefined
  const first = Math.floor(instant / MINUTE_MS) * MINUTE_MS + after(end - now) * MINUTE_MS
  const off = after(end - minuteIn(zone, first) + WEEK_MIN / 2) - WEEK_MIN / 2
  return first + off * MINUTE_MS
}

const endOf = ({ starts, ends, weekly }: Freeze, instant: number): number | undefined => {
  if (weekly) return weeklyEnd(weekly, instant)
  if (starts === null || ends === null) return undefined
  const [from, to] = [Date.parse(starts), Date.parse(ends)]
  return from <= instant && instant < to ? to : undefined
}

/** The freeze of a remote at an instant. With several, the last to end (M-FREEZE-1). */
export const frozenAt = (freezes: readonly Freeze[], remote: string, instant: Date): Frozen | undefined =>
  freezes
    .filter((freeze) => freeze.remote === null || freeze.remote === remote)
    .flatMap((freeze) => {
      const end = endOf(freeze, instant.getTime())
      return end === undefined ? [] : [{ name: freeze.name, until: new Date(end).toISOString() }]
    })
    .toSorted((one, other) => other.until.localeCompare(one.until))[0]
