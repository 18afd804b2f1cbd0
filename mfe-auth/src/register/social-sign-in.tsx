import { useRemoteContext } from '@atalaia/react'
import { useId } from 'react'
import { ProviderLink, ProviderMark, Providers, providersOf } from '../frame/providers.tsx'

/** P-REGISTER-12 */
export const SocialSignIn = () => {
  const providers = providersOf(useRemoteContext().config)
  const reasonId = useId()
  const missing = providers.filter(({ address }) => address === null).map(({ name }) => name)
  const note = missing.length > 0 && (
    <p id={reasonId} className="auth-reason">
      {reason(missing)}
    </p>
  )
  return (
    <Providers note={note}>
      {providers.map(({ name, address }) =>
        address === null ? (
          // aria-disabled instead of disabled: it stays in the tab order, so that its reason is heard.
          <button key={name} type="button" className="auth-provider" aria-disabled="true" aria-describedby={reasonId}>
            <ProviderMark name={name} />
            {name}
          </button>
        ) : (
          <ProviderLink key={name} name={name} address={address} />
        ),
      )}
    </Providers>
  )
}

const reason = (missing: readonly string[]): string =>
  `O acesso com ${missing.join(' e ')} não está configurado nesta instalação.`
