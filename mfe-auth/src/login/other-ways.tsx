import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { useAddressWithNext } from '../frame/auth-frame.tsx'
import { ProviderLink, Providers, providersOf } from '../frame/providers.tsx'

/** The ways in besides the password: the providers that are configured, and the one of a company (P-IDENTITY-11). */
export const OtherWays = ({ isCompanyOnly }: { readonly isCompanyOnly: boolean }) => {
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
