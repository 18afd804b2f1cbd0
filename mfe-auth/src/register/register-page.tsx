import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { Link, useNavigate, useSearchParams } from '@atalaia/react/router'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { withNext } from '../with-next.ts'
import { RegisterForm } from './register-form.tsx'
import { SocialSignIn } from './social-sign-in.tsx'

/** The registration page (P-REGISTER-1, P-REGISTER-11). */
export const Component = () => {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const loginPath = withNext(PRODUCT_ROUTES.login, search)
  return (
    <AuthFrame title="Criar cadastro" lead="Use seu email de trabalho para acompanhar os endereços da sua empresa.">
      <RegisterForm onRegistered={() => navigate(loginPath)} />
      <SocialSignIn />
      <p className="auth-switch">
        <span>Já tem cadastro?</span> <Link to={loginPath}>Faça login</Link>
      </p>
    </AuthFrame>
  )
}
