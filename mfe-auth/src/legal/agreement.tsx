import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link } from '@atalaia/react/router'

type LegalLinkProps = {
  readonly to: string
  /** The operator's own text. */
  readonly elsewhere: string | null | undefined
  readonly children: string
}

/** Opens a new tab, so that typed text stays. */
const LegalLink = ({ to, elsewhere, children }: LegalLinkProps) => (
  <Link to={elsewhere || to} target="_blank" rel="noreferrer">
    {children}
  </Link>
)

/** The sentence below the button of the registration (P-REGISTER-15). */
export const Agreement = () => {
  const { legal } = useRemoteContext().config
  return (
    <p className="auth-agreement">
      Ao criar a conta você concorda com os{' '}
      <LegalLink to={PRODUCT_ROUTES.terms} elsewhere={legal?.terms}>
        Termos
      </LegalLink>{' '}
      e a{' '}
      <LegalLink to={PRODUCT_ROUTES.privacy} elsewhere={legal?.privacy}>
        Política de Privacidade
      </LegalLink>
      .
    </p>
  )
}
