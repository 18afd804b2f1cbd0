import { useEffect, useId, useRef, useState, type FocusEvent } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import { useUiText } from '../language/ui-language.ts'
import { Calendar } from './calendar.tsx'
import { dateOfText, textOfDate, typedDate } from './date-text.ts'
import { IconButton } from './icon-button.tsx'

export interface DateFieldProps {
  label: string
  /** `YYYY-MM-DD`, with `hasTime` `YYYY-MM-DDTHH:MM`; '' for none. */
  value: string
  /** Default: false. */
  hasTime?: boolean
  /** The first and the last value, each of the form of `value`. */
  min?: string
  max?: string
  /** Help on the value; it describes the field. */
  hint?: string
  /** The error of a value that is one. */
  error?: string | undefined
  disabled?: boolean
  /** Called with `undefined` while the text is no day, or one out of bounds. */
  onChange: (value: string | undefined) => void
}

/** A labelled day, or day and time, written as dd/mm/aaaa in any browser's language, with a calendar (P-FORM-1). */
export const DateField = (props: DateFieldProps) => {
  const { label, value, hasTime = false, min, max, hint, error, disabled = false, onChange } = props
  const t = useUiText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(textOfDate(value))
  const [seen, setSeen] = useState(value)
  const [isLeft, setLeft] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const typed = dateOfText(text, hasTime)
  if (seen !== value) {
    setSeen(value)
    if (value !== (typed ?? '')) setText(textOfDate(value))
  }
  const faultOf = (date: string | undefined) => {
    if (date === undefined) return t(hasTime ? 'dateTimeWrong' : 'dateWrong')
    if (date !== '' && min !== undefined && date < min) return t('dateEarly', { day: textOfDate(min) })
    if (date !== '' && max !== undefined && date > max) return t('dateLate', { day: textOfDate(max) })
    return undefined
  }
  const fault = faultOf(typed)
  useEffect(() => {
    input.current?.setCustomValidity(fault ?? '')
  }, [input, fault])
  const write = (next: string) => {
    setText(next)
    const date = dateOfText(next, hasTime)
    onChange(faultOf(date) === undefined ? date : undefined)
  }
  const choose = (day: string) => {
    const time = /\d?\d:\d\d$/.exec(text)?.[0] ?? ''
    setOpen(false)
    // Without a time there is none yet: people write it.
    write(hasTime ? `${textOfDate(day)} ${time}` : textOfDate(day))
    setLeft(false)
    input.current?.focus()
  }
  const close = () => {
    setOpen(false)
    opener.current?.querySelector('button')?.focus()
  }
  const shown = (isLeft ? fault : undefined) ?? error
  const described = cx(hint && `${id}-hint`, shown && `${id}-error`)
  return (
    <div
      className="ui-field ui-date"
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
        setOpen(false)
        setLeft(true)
        if (typed !== undefined) setText(textOfDate(typed))
      }}
    >
      <label className="form-label" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <div ref={opener} className="ui-date__line">
        <input
          ref={input}
          id={id}
          part="field"
          className={cx('form-control', shown && 'is-invalid')}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t(hasTime ? 'dateTimeForm' : 'dateForm')}
          maxLength={20}
          disabled={disabled}
          value={text}
          aria-invalid={shown ? true : undefined}
          aria-describedby={described || undefined}
          onChange={({ target }) => write(typedDate(target.value, text, hasTime))}
        />
        <IconButton
          icon="calendar"
          label={t('calendar')}
          aria-describedby={`${id}-label`}
          aria-expanded={isOpen}
          disabled={disabled}
          onClick={() => setOpen(!isOpen)}
        />
        {isOpen && (
          <Calendar
            chosen={typed?.slice(0, 10) ?? ''}
            min={min?.slice(0, 10)}
            max={max?.slice(0, 10)}
            onChoose={choose}
            onClose={close}
          />
        )}
      </div>
      {hint && (
        <p className="form-text" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p className="ui-field__error" id={`${id}-error`} aria-live="polite">
        {shown && (
          <>
            <Icon name="alert-circle" /> <span>{shown}</span>
          </>
        )}
      </p>
    </div>
  )
}
