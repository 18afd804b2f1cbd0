import { useContext, type ReactNode } from 'react'
import { UiLanguageContext } from '../language/ui-language.ts'
import { OneLine } from './one-line.tsx'

export interface BarRowProps {
  label: string
  value: number
  /** The value at which the bar is full. */
  max: number
  /** Default: `leak` (orange). `password` is red. */
  tone?: 'leak' | 'password'
  /** Puts the label into a link, for example. Default: the label stands alone. */
  renderLabel?: (label: ReactNode) => ReactNode
}

const alone = (label: ReactNode) => label

/** One item of a ranked list: a count, its label, and a bar for its share of `max`. Its parent must be a list. */
export const BarRow = ({ label, value, max, tone = 'leak', renderLabel = alone }: BarRowProps) => (
  <li className={`ui-bar-row ui-bar-row--${tone}`}>
    <span className="ui-bar-row__value">{useContext(UiLanguageContext).number(value)}</span>
    <span className="ui-bar-row__label">{renderLabel(<OneLine text={label} />)}</span>
    <span className="ui-bar-row__track" aria-hidden="true">
      <span className="ui-bar-row__bar" style={{ width: `${max > 0 ? Math.min(100, (100 * value) / max) : 0}%` }} />
    </span>
  </li>
)
