import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { TextField } from '@atalaia/ui'
import { AuthForm, formText, PasswordField } from '../frame/auth-form.tsx'
import { AuthFrame, useAddressWithNext } from '../frame/auth-frame.tsx'
import { loginLeft, useAuthDispatch, useAuthSelector } from '../store.ts'
import { login } from './login.ts'

/** The login page (P-LOGIN-1 to P-LOGIN-4). */
export const Component = () => {
  const { config } = useRemoteContext()
  const state = useAuthSelector(({ login: request }) => request)
  const dispatch = useAuthDispatch()
  const registerAddress = useAddressWithNext(PRODUCT_ROUTES.register)

  const submit = (form: HTMLFormElement) => {
    const username = formText(form, 'username').trim()
    const password = formText(form, 'password')
    if (username && password) void dispatch(login({ username, password }))
  }

  return (
    <AuthFrame title={`${config.brand} Login`} lead="Use seu email para acessar.">
      <AuthForm state={state} submitLabel="Login" onSubmit={submit} left={loginLeft}>
        <TextField
          label="Usuário"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          maxLength={254}
        />
        <PasswordField label="Senha" name="password" autoComplete="current-password" maxLength={1024} />
      </AuthForm>
      <p className="auth-switch">
        <Link to={PRODUCT_ROUTES.recover}>Esqueci minha senha</Link>
      </p>
      <p className="auth-switch">
        <span>Não tem cadastro? Registre-se!</span> <Link to={registerAddress}>Solicite acesso</Link>
      </p>
    </AuthFrame>
  )
}
