import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { Alert, TextField } from '@atalaia/ui'
import { useEffect } from 'react'
import { isDemo } from '../api-request.ts'
import { AuthForm, formText, PasswordField } from '../frame/auth-form.tsx'
import { AuthFrame, useAddressWithNext } from '../frame/auth-frame.tsx'
import { useTypedAddress } from '../frame/typed-address.ts'
import { ProviderLink, Providers, providersOf } from '../frame/providers.tsx'
import { loginLeft, stepEnded, useAuthDispatch, useAuthSelector } from '../store.ts'
import { useFinishLogin, useLeadTo } from './finish-login.ts'
import { login } from './login.ts'
import { PasskeyLogin } from './passkey-login.tsx'
import { SecondStep } from './second-step.tsx'

/** P-LOGIN-1, P-LOGIN-2, P-LOGIN-4, P-FACTOR-2 */
export const Component = () => {
  const step = useAuthSelector(({ secondStep }) => secondStep)
  const dispatch = useAuthDispatch()
  const finish = useFinishLogin()
  useEffect(() => () => void dispatch(stepEnded('')), [dispatch])
  if (step === null) return <LoginForm />
  return <SecondStep step={step} onDone={finish} onEnd={(text) => dispatch(stepEnded(text))} />
}

const LoginForm = () => {
  const { config } = useRemoteContext()
  const state = useAuthSelector(({ login: request }) => request)
  const dispatch = useAuthDispatch()
  const lead = useLeadTo()
  const registerAddress = useAddressWithNext(PRODUCT_ROUTES.register)

  const handedOn = useTypedAddress()

  // P-LOGIN-3: with an empty field nothing is sent.
  const submit = (form: HTMLFormElement) => {
    const username = formText(form, 'username').trim()
    const password = formText(form, 'password')
    if (username && password) void dispatch(login({ username, password }, lead))
  }

  return (
    <AuthFrame title={`${config.brand} Login`} lead="Use seu email para acessar.">
      {handedOn?.isNew === true && !isDemo(config) && (
        <Alert kind="info">Enviamos um link de confirmação para {handedOn.email}. Você já pode entrar.</Alert>
      )}
      <AuthForm state={state} submitLabel="Login" onSubmit={submit} left={loginLeft}>
        <TextField
          label="Usuário"
          name="username"
          autoComplete="username"
          defaultValue={handedOn?.email}
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          maxLength={254}
        />
        <PasswordField label="Senha" name="password" autoComplete="current-password" maxLength={1024} />
      </AuthForm>
      <PasskeyLogin />
      <OtherWays isCompanyOnly={state.isCompanyOnly === true} />
      <p className="auth-switch">
        <Link to={PRODUCT_ROUTES.recover}>Esqueci minha senha</Link>
      </p>
      <p className="auth-switch">
        <span>Não tem cadastro? Registre-se!</span>{' '}
        <Link to={registerAddress} state={handedOn}>
          Solicite acesso
        </Link>
      </p>
    </AuthFrame>
  )
}

/** Configured providers, and the company's (P-IDENTITY-11). */
const OtherWays = ({ isCompanyOnly }: { readonly isCompanyOnly: boolean }) => {
  const { config } = useRemoteContext()
  const companyAddress = useAddressWithNext(PRODUCT_ROUTES.companySignIn)
  const links = providersOf(config).flatMap(({ name, address }) =>
    address === null ? [] : [<ProviderLink key={name} name={name} address={address} />],
  )
  return (
    <>
      {links.length > 0 && <Providers>{links}</Providers>}
      {(isCompanyOnly || config.signIn.company === true) && (
        <p className="auth-switch">
          <Link to={companyAddress}>Entrar com a empresa</Link>
        </p>
      )}
    </>
  )
}
