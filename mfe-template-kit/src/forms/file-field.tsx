import { useId, type ComponentPropsWithRef } from 'react'
import './file-field.css'

type FileFieldProps = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  readonly label: string
  /** The chosen files in words. */
  readonly chosen: string | undefined
}

/** A file input in Portuguese, whatever the browser's language: the real input lies over the visible one. */
export const FileField = ({ label, chosen, ...input }: FileFieldProps) => {
  const id = useId()
  return (
    <div className="ui-field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <div className="form-control kit-file">
        <span className="kit-file__button" aria-hidden="true">
          {input.multiple ? 'Escolher arquivos' : 'Escolher arquivo'}
        </span>
        <span className="kit-file__chosen" aria-hidden="true">
          {chosen ?? 'Nada escolhido'}
        </span>
        <input {...input} id={id} type="file" />
      </div>
    </div>
  )
}
