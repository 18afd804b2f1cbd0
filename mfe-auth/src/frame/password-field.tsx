import { TextField } from '@atalaia/ui'
import { useState, type ComponentProps } from 'react'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type'>

/** A password field with a switch that shows what was typed. */
export const PasswordField = (props: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  return (
    <div className="auth-password">
      <TextField {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className="auth-reveal"
        aria-pressed={shown}
        aria-label={`Mostrar ${props.label}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Ocultar' : 'Mostrar'}
      </button>
    </div>
  )
}
