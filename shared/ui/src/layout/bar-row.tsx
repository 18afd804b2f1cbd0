import { useContext, type ReactNode } from 'react'
import { UiLanguageContext } from '../language/ui-language.ts'
import { OneLine } from './one-line.tsx'

export interface BarRowProps {
  label: string
  value: number
  /** Value of a full bar. */
  max: number
  /** `leak` (default) is orange, `password` red. */
  tone?: 'leak' | 'password'
  /** Wraps the label, for example in a link. */
  renderLabel?: (label: ReactNode) => ReactNode
}

const alone = (label: ReactNode) => label

/** Item of a ranked list; its parent must be a list. */
export const BarRow = ({ label, value, max, tone = 'leak', renderLabel = alone }: BarRowProps) => (
  <li className={`ui-bar-row ui-bar-row--${tone}`}>
    <span className="ui-bar-row__value">{useContext(UiLanguageContext).number(value)}</span>
    <span className="ui-bar-row__label">{renderLabel(<OneLine text={label} />)}</span>
    <span className="ui-bar-row__track" aria-hidden="true">
      <span className="ui-bar-row__bar" style={{ width: `${max > 0 ? Math.min(100, (100 * value) / max) : 0}%` }} />
    </span>
  </li>
)
