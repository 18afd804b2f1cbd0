import { saoPauloDay } from '@atalaia/contracts'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { cx } from '../cx.ts'
import { useUiText } from '../language/ui-language.ts'
import { IconButton } from './icon-button.tsx'

type CalendarProps = {
  /** `YYYY-MM-DD`; '' for none. */
  readonly chosen: string
  readonly min: string | undefined
  readonly max: string | undefined
  readonly onChoose: (day: string) => void
  readonly onClose: () => void
}

const DAY_MS = 86_400_000
const moved = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The same day of a month further on, or its last day. */
const movedMonths = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10)
}

/** The days of the weeks of a month, from Monday on (P-FORM-1). */
const weeksOf = (month: string): string[][] => {
  const first = `${month}-01`
  const start = moved(first, -((new Date(first).getUTCDay() + 6) % 7))
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => moved(start, 7 * week + day)),
  )
  return weeks.filter((week) => week.some((day) => day.startsWith(month)))
}

const within = (day: string, min = day, max = day) => day >= min && day <= max

/**
 * Chooses a day. Arrows move by days and weeks, Page Up and Page Down by months, Home and End in
 * the week.
 */
export const Calendar = ({ chosen, min, max, onChoose, onClose }: CalendarProps) => {
  const t = useUiText()
  const titleId = useId()
  const today = saoPauloDay()
  const [at, setAt] = useState(() => {
    const wanted = chosen === '' ? today : chosen
    if (max !== undefined && wanted > max) return max
    return min !== undefined && wanted < min ? min : wanted
  })
  const grid = useRef<HTMLTableElement>(null)
  const keepsFocus = useRef(true)
  useEffect(() => {
    if (keepsFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])
  const go = (day: string, takesFocus = true) => {
    keepsFocus.current = takesFocus
    if (day >= '0001-01-01' && day <= '9999-12-31') setAt(day)
  }
  const weekday = (new Date(at).getUTCDay() + 6) % 7
  const moves: Readonly<Record<string, () => string>> = {
    ArrowLeft: () => moved(at, -1),
    ArrowRight: () => moved(at, 1),
    ArrowUp: () => moved(at, -7),
    ArrowDown: () => moved(at, 7),
    Home: () => moved(at, -weekday),
    End: () => moved(at, 6 - weekday),
    PageUp: () => movedMonths(at, -1),
    PageDown: () => movedMonths(at, 1),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // A dialog around it stays open.
      event.preventDefault()
      event.stopPropagation()
      return onClose()
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    go(move())
  }
  const [months, weekdays] = [t('months').split(' '), t('weekdays').split(' ')]
  const [year = '', month = ''] = at.split('-')
  return (
    <div className="ui-calendar" role="dialog" aria-labelledby={titleId}>
      <div className="ui-calendar__head">
        <IconButton
          icon="chevron-left"
          label={t('monthBefore')}
          onKeyDown={onKeyDown}
          onClick={() => go(movedMonths(at, -1), false)}
        />
        <span id={titleId} aria-live="polite">
          {months[Number(month) - 1]} {year}
        </span>
        <IconButton
          icon="chevron-right"
          label={t('monthAfter')}
          onKeyDown={onKeyDown}
          onClick={() => go(movedMonths(at, 1), false)}
        />
      </div>
      <table ref={grid} aria-labelledby={titleId}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 1).toUpperCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at.slice(0, 7)).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={cx('ui-calendar__day', day.slice(0, 7) !== at.slice(0, 7) && 'ui-calendar__day--other')}
                    data-day={day}
                    tabIndex={day === at ? 0 : -1}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={`${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`}
                    disabled={!within(day, min, max)}
                    onKeyDown={onKeyDown}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
