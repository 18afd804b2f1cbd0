import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link, useSearchParams } from '@atalaia/react/router'
import { Button, TextField } from '@atalaia/ui'
import { useEffect, useRef, type SubmitEvent } from 'react'
import { formText } from '../form-text.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { FormError } from '../frame/form-error.tsx'
import { PasswordField } from '../frame/password-field.tsx'
import { useAuthDispatch, useAuthSelector } from '../store.ts'
import { withNext } from '../with-next.ts'
import { loginLeft } from './login-slice.ts'
import { login } from './login.ts'

/** The login page (P-LOGIN-1 to P-LOGIN-4). */
export const Component = () => {
  const { config } = useRemoteContext()
  const { isFetching, errorMessage } = useAuthSelector((state) => state.login)
  const dispatch = useAuthDispatch()
  const [search] = useSearchParams()
  const first = useRef<HTMLInputElement>(null)

  useEffect(() => {
    first.current?.focus()
    return () => {
      dispatch(loginLeft())
    }
  }, [dispatch])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const username = formText(event.currentTarget, 'username').trim()
    const password = formText(event.currentTarget, 'password')
    if (username && password) void dispatch(login({ username, password }))
  }

  return (
    <AuthFrame title={`${config.brand} Login`} lead="Use seu email para acessar.">
      <form className="auth-form" onSubmit={submit} noValidate>
        <FormError message={errorMessage} />
        <TextField
          ref={first}
          label="Usuário"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          maxLength={254}
        />
        <PasswordField label="Senha" name="password" autoComplete="current-password" maxLength={1024} />
        <Button type="submit" variant="primary" block busy={isFetching} busyLabel="Loading...">
          Login
        </Button>
      </form>
      <p className="auth-switch">
        <span>Não tem cadastro? Registre-se!</span>{' '}
        <Link to={withNext(PRODUCT_ROUTES.register, search)}>Solicite acesso</Link>
      </p>
    </AuthFrame>
  )
}
