import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { emptyValues, type Field, type FieldName, type Values } from './fields.ts'
import { firstError } from '../../forms/rules.ts'

/** Shows an error from the field's first characters on, or after sending. */
export const useValidation = () => {
  const [started, setStarted] = useState<ReadonlySet<FieldName>>(new Set())
  const { register, handleSubmit, formState, reset } = useForm<Values>({ mode: 'onChange', defaultValues: emptyValues })
  // Read here: what is not read while rendering does not render again.
  const { errors, isSubmitted, isSubmitSuccessful, isValid } = formState

  const fieldProps = ({ name, rules, startsAt }: Field) => ({
    ...register(name, {
      validate: (value, all) => firstError(rules, value, all),
      deps: name === 'password' ? ['repeat'] : undefined,
      onChange: (event: { target: { value: string } }) => {
        if (event.target.value.length >= startsAt) setStarted((before) => new Set(before).add(name))
      },
    }),
    error: started.has(name) || isSubmitted ? errors[name]?.message : undefined,
  })
  const clear = () => {
    setStarted(new Set())
    reset()
  }
  return { fieldProps, handleSubmit, passed: isSubmitSuccessful && isValid, clear }
}
