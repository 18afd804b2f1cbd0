import { useRemoteContext } from '@atalaia/react'
import { useId } from 'react'
import { ProviderMark } from './provider-mark.tsx'

const providers = [
  { key: 'google', name: 'Google' },
  { key: 'microsoft', name: 'Microsoft' },
] as const

/** Google and Microsoft; one that is not configured stays visible, disabled, and says why. */
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

const reason = (missing: readonly string[]): string =>
  `O acesso com ${missing.join(' e ')} não está configurado nesta instalação.`
