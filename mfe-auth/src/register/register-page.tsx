import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { Link, useNavigate } from '@atalaia/react/router'
import { AuthFrame, REGISTER_LEAD, REGISTER_TITLE, useAddressWithNext } from '../frame/auth-frame.tsx'
import { useTypedAddress, type TypedAddress } from '../frame/typed-address.ts'
import { Agreement } from '../legal/agreement.tsx'
import { RegisterForm } from './register-form.tsx'
import { SocialSignIn } from './social-sign-in.tsx'

/** P-REGISTER-1 P-REGISTER-11 */
export const Component = () => {
  const navigate = useNavigate()
  const loginAddress = useAddressWithNext(PRODUCT_ROUTES.login)
  const handedOn = useTypedAddress()
  return (
    <AuthFrame title={REGISTER_TITLE} lead={REGISTER_LEAD}>
      <RegisterForm
        onRegistered={(email) => navigate(loginAddress, { state: { email, isNew: true } satisfies TypedAddress })}
      />
      <Agreement />
      <SocialSignIn />
      <p className="auth-switch">
        <span>Já tem cadastro?</span>{' '}
        <Link to={loginAddress} state={handedOn}>
          Faça login
        </Link>
      </p>
    </AuthFrame>
  )
}
