import { identitySchemas, PRODUCT_ROUTES, QUERY_PARAMETERS } from '@atalaia/contracts'
import { Link, useSearchParams } from '@atalaia/react/router'
import { useAction } from '../api-calls.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { EmailForm } from '../frame/email-form.tsx'

const leaveFor = (address: string): void => {
  const { protocol, href } = new URL(address, location.href)
  if (protocol === 'https:' || protocol === 'http:') location.assign(href)
}

/** P-IDENTITY-7 */
export const Component = () => {
  const { state, run } = useAction()
  const [search] = useSearchParams()
  const ask = async (email: string) => {
    const proxima = search.get(QUERY_PARAMETERS.next) ?? undefined
    const answer = await run('sign-in of a company', (http) =>
      http.postJson('/identidade/empresa', { email, proxima }, identitySchemas.company),
    )
    if (answer) leaveFor(answer.endereco)
  }
  return (
    <AuthFrame title="Entrar com a empresa" lead="Com a conta que a sua empresa lhe deu.">
      <EmailForm state={state} submitLabel="Continuar" onEmail={(email) => void ask(email)} />
      <p className="auth-switch">
        <Link to={PRODUCT_ROUTES.login}>Voltar ao login</Link>
      </p>
    </AuthFrame>
  )
}
