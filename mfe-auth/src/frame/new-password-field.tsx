import { useRemoteContext } from '@atalaia/react'
import { useEffect, useState, type ComponentProps, type CSSProperties } from 'react'
import { formText, PasswordField } from './auth-form.tsx'
import type { Strength } from './strength.ts'

const LABELS = ['muito fraca', 'fraca', 'razoável', 'boa', 'forte'] as const

type Typed = { readonly password: string; readonly words: readonly string[] }
const nothing: Typed = { password: '', words: [] }

/** Rates strength while typing (P-REGISTER-14). The server decides about refusals. */
export const NewPasswordField = (props: Omit<ComponentProps<typeof PasswordField>, 'onChange'>) => {
  const { config } = useRemoteContext()
  const [typed, setTyped] = useState(nothing)
  const strength = useStrength(typed)
  return (
    <>
      <PasswordField
        {...props}
        onChange={({ currentTarget: { value, form } }) => {
          const email = form ? formText(form, 'email') : ''
          setTyped({ password: value, words: [config.brand, email, ...email.split(/[@.+_-]/)].filter(Boolean) })
        }}
      />
      {strength && (
        <div className="auth-strength" data-score={strength.score} style={scoreStyle(strength)}>
          <div className="auth-strength__bar" />
          <p role="status">
            Força da senha: {LABELS[strength.score] ?? ''}. {strength.warning}
          </p>
        </div>
      )}
    </>
  )
}

const scoreStyle = ({ score }: Strength): CSSProperties => ({ ['--score' as string]: Math.max(score, 0.25) })

/** Available once its code, half a megabyte of words, has loaded. The form does not wait. */
const useStrength = (typed: Typed): Strength | undefined => {
  const [strength, setStrength] = useState<Strength>()
  useEffect(() => {
    let isOver = false
    const judge = async () => {
      if (typed.password === '') return setStrength(undefined)
      const { strengthOf } = await import(/* webpackChunkName: "strength" */ './strength.ts')
      if (!isOver) setStrength(strengthOf(typed.password, typed.words))
    }
    // Without its words the field goes on without a meter.
    judge().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [typed])
  return strength
}
