import { useId, type ComponentPropsWithRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'

export interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  label: string
  /** Marks the field as invalid, describes it, and is announced. */
  error?: string
  /** Help on the value. */
  hint?: string
}

/** Labelled text input. `ref` points to the input. */
export const TextField = ({ label, error, hint, id, className, ...rest }: TextFieldProps) => {
  const made = useId()
  const field = id ?? made
  const described = cx(hint && `${field}-hint`, error && `${field}-error`, rest['aria-describedby'])
  return (
    <div className={cx('ui-field', className)}>
      <label className="form-label" htmlFor={field}>
        {label}
      </label>
      <input
        part="field"
        {...rest}
        id={field}
        className={cx('form-control', error && 'is-invalid')}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p className="form-text" id={`${field}-hint`}>
          {hint}
        </p>
      )}
      <p className="ui-field__error" id={`${field}-error`} aria-live="polite">
        {error && (
          <>
            <Icon name="alert-circle" /> <span>{error}</span>
          </>
        )}
      </p>
    </div>
  )
}
