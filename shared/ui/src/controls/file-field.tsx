import { useId, type ComponentPropsWithRef } from 'react'
import { useUiText } from '../language/ui-language.ts'

export interface FileFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: string
  /** The chosen files in words. */
  chosen: string | undefined
}

/** A file input in the page's language: the real input lies over the visible one (P-FORM-2). */
export const FileField = ({ label, chosen, ...input }: FileFieldProps) => {
  const t = useUiText()
  const id = useId()
  return (
    <div className="ui-field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <div className="form-control ui-file">
        <span className="ui-file__button" aria-hidden="true">
          {t(input.multiple ? 'chooseFiles' : 'chooseFile')}
        </span>
        <span className="ui-file__chosen" aria-hidden="true">
          {chosen ?? t('noFile')}
        </span>
        <input {...input} id={id} type="file" aria-describedby={chosen === undefined ? undefined : `${id}-chosen`} />
        {chosen !== undefined && (
          <span className="ui-visually-hidden" id={`${id}-chosen`}>
            {chosen}
          </span>
        )}
      </div>
    </div>
  )
}
