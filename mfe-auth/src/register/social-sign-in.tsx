import { useRemoteContext } from '@atalaia/react'
import { useId } from 'react'

const providers = [
  { key: 'google', name: 'Google' },
  { key: 'microsoft', name: 'Microsoft' },
] as const

/** Sign-in with Google and Microsoft. A provider that is not configured is disabled and says why (P-REGISTER-12). */
export const SocialSignIn = () => {
  const { signIn } = useRemoteContext().config
  const reasonId = useId()
  const missing = providers.filter(({ key }) => signIn[key] === null).map(({ name }) => name)
  return (
    <div className="auth-social">
      <p className="auth-or">ou continue com</p>
      <div className="auth-providers">
        {providers.map(({ key, name }) => (
          <Provider key={key} name={name} address={signIn[key]} reasonId={reasonId} />
        ))}
      </div>
      {missing.length > 0 && (
        <p id={reasonId} className="auth-reason">
          {reason(missing)}
        </p>
      )}
    </div>
  )
}

type ProviderProps = { readonly name: string; readonly address: string | null; readonly reasonId: string }

const Provider = ({ name, address, reasonId }: ProviderProps) => {
  const content = (
    <>
      <ProviderMark name={name} />
      {name}
    </>
  )
  if (address !== null) {
    return (
      <a className="auth-provider" href={address}>
        {content}
      </a>
    )
  }
  // aria-disabled instead of disabled: it stays in the tab order, so that its reason is heard.
  return (
    <button type="button" className="auth-provider" aria-disabled="true" aria-describedby={reasonId}>
      {content}
    </button>
  )
}

/** Decoration: the provider's mark in one colour, beside its name. */
const ProviderMark = ({ name }: { readonly name: string }) => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    {name === 'Google' ? (
      <path d="M13.6 4.2A6.25 6.25 0 1 0 14.25 8H8.2" />
    ) : (
      <path d="M2 2h5.2v5.2H2zM8.8 2H14v5.2H8.8zM2 8.8h5.2V14H2zM8.8 8.8H14V14H8.8z" />
    )}
  </svg>
)

const reason = (missing: readonly string[]): string =>
  `O acesso com ${missing.join(' e ')} não está configurado nesta instalação.`
