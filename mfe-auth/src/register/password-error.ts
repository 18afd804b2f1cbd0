import { useEffect, useState } from 'react'

/** P-REGISTER-6 */
const SHOWN_MS = 3000

export type PasswordError =
  | { readonly field: 'password'; readonly text: 'Password field is empty' }
  | { readonly field: 'confirmation'; readonly text: 'Passwords are not equal' }

/** Empty, or different from its confirmation (P-REGISTER-4, P-REGISTER-5). */
const passwordError = (password: string, confirmation: string): PasswordError | undefined => {
  if (!password) return { field: 'password', text: 'Password field is empty' }
  if (password !== confirmation) return { field: 'confirmation', text: 'Passwords are not equal' }
  return undefined
}

/** The error disappears after `SHOWN_MS`, counted from the last check. */
export const usePasswordError = () => {
  const [error, setError] = useState<PasswordError>()
  useEffect(() => {
    if (!error) return undefined
    const timer = setTimeout(() => setError(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [error])

  const check = (password: string, confirmation: string): PasswordError | undefined => {
    const found = passwordError(password, confirmation)
    setError(found)
    return found
  }
  return { error, check }
}
