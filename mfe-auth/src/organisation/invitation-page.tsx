import { PRODUCT_ROUTES, QUERY_PARAMETERS, ROLE_LABELS } from '@atalaia/contracts'
import { useSession } from '@atalaia/react'
import { Link } from '@atalaia/react/router'
import { Alert, Skeleton } from '@atalaia/ui'
import { useEffect } from 'react'
import { useAnswer } from '../api-calls.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'
import type { TypedAddress } from '../frame/typed-address.ts'
import { useLinkToken } from '../recovery/link-token.ts'
import { keepInvitation, readInvitation } from './invitation-token.ts'

const withNext = (path: string) =>
  `${path}?${new URLSearchParams({ [QUERY_PARAMETERS.next]: PRODUCT_ROUTES.acceptInvitation })}`

/** P-MEMBER-3 */
export const Component = () => {
  const token = useLinkToken()
  const { status } = useSession()
  const { value: facts, failure } = useAnswer(token || undefined, (http, signal) => readInvitation(http, token, signal))
  const handedOn = facts && ({ email: facts.email } satisfies TypedAddress)
  useEffect(() => {
    if (facts) keepInvitation(token)
  }, [facts, token])
  return (
    <AuthFrame title="Convite" lead="Você foi convidado para uma organização.">
      {token === '' && <Alert kind="danger">Este link está incompleto. Abra novamente o link do e-mail.</Alert>}
      {failure !== undefined && <Alert kind="danger">{failure}</Alert>}
      {(token === '' || failure !== undefined) && (
        <p className="auth-switch">
          <Link to={PRODUCT_ROUTES.login}>Voltar ao login</Link>
        </p>
      )}
      {token !== '' && !facts && failure === undefined && <Skeleton height={56} lines={3} />}
      {facts && (
        <>
          <p>
            <strong>{facts.convidado_por ?? 'Alguém'}</strong> convida <strong>{facts.email}</strong> para{' '}
            <strong>{facts.organizacao}</strong>, com o papel de {ROLE_LABELS[facts.papel]}.
          </p>
          {status === 'active' ? (
            <Link className="btn btn-primary ui-button ui-button--block" to={PRODUCT_ROUTES.acceptInvitation}>
              Continuar
            </Link>
          ) : (
            <>
              <Link
                className="btn btn-primary ui-button ui-button--block"
                to={withNext(PRODUCT_ROUTES.login)}
                state={handedOn}
              >
                Entrar com a minha conta
              </Link>
              <p className="auth-switch">
                <span>Ainda não tem conta?</span>{' '}
                <Link to={withNext(PRODUCT_ROUTES.register)} state={handedOn}>
                  Crie uma com este e-mail
                </Link>
              </p>
            </>
          )}
        </>
      )}
    </AuthFrame>
  )
}
