import { apiKeysSchema, madeApiKeySchema, OWNER_KEY_SCOPES, type ApiKey } from '@atalaia/contracts/api-keys'
import { useRemoteContext } from '@atalaia/react'
import { Card, ErrorState, Skeleton } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { ProofDialog, type Proof } from '../account/proof-dialog.tsx'
import { anyAnswer } from '../api-request.ts'
import { useLoad } from '../operator/use-load.ts'
import { useCall } from '../recovery/use-call.ts'
import { KeyList } from './key-list.tsx'
import { NewKeyForm, type KeyWish } from './new-key-form.tsx'
import { NewKey } from './new-key.tsx'
import './keys.css'

const PATH = '/organizacao/chaves'
const IDLE = { isFetching: false, errorMessage: '' }

/** The wish that a question is about. */
type Asked = { readonly kind: 'make'; readonly wish: KeyWish } | { readonly kind: 'revoke'; readonly key: ApiKey }

const isOwners = ({ permissoes }: ApiKey) => permissoes.every((scope) => OWNER_KEY_SCOPES.some((own) => own === scope))

/** The API keys of the organisation, which its owners make and revoke (P-KEY-1, P-KEY-2). */
export const KeysCard = () => {
  const { bus } = useRemoteContext()
  const { value, failure, reload } = useLoad(PATH, apiKeysSchema)
  const { state, run, fail } = useCall()
  const [asked, setAsked] = useState<Asked>()
  const [made, setMade] = useState<{ readonly name: string; readonly key: string }>()
  const [isBack, setBack] = useState(false)
  const [list, follow] = useFocusAfter(value?.chaves)

  const make = async (wish: KeyWish, proof: Proof) => {
    const answer = await run('new API key', (http) => http.postJson(PATH, { ...wish, ...proof }, madeApiKeySchema))
    // Also after a refusal: the proof that is needed may have changed.
    reload()
    if (answer === undefined) return
    setAsked(undefined)
    setMade({ name: wish.nome, key: answer.chave })
  }
  const revoke = async ({ id }: ApiKey, proof: Proof) => {
    const done = await run('revocation of an API key', (http) =>
      http.postJson(`${PATH}/${id}/revogar`, proof, anyAnswer),
    )
    reload()
    if (done === undefined) return
    follow(id)
    setAsked(undefined)
    bus.publish('toast:requested', { kind: 'success', text: 'Chave revogada.' })
  }
  const wish = (wanted: KeyWish) => {
    fail('')
    setAsked({ kind: 'make', wish: wanted })
    if (value?.confirmar === 'nada') void make(wanted, {})
  }
  const close = () => {
    fail('')
    setAsked(undefined)
  }
  // Of who has just logged in nothing is asked before a key is made.
  const question = asked?.kind === 'make' && value?.confirmar === 'nada' ? undefined : asked

  return (
    <Card title="Chaves de API">
      <p>Com uma chave, outro sistema da empresa, como um SIEM, faz aqui o que você marcar, até alguém a revogar.</p>
      {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
      {!value && failure === undefined && <Skeleton height={120} lines={3} />}
      {value && (
        <>
          <div ref={list} className="auth-keys" tabIndex={-1} role="group" aria-label="Chaves que valem">
            <KeyList keys={value} onRevoke={(key) => setAsked({ kind: 'revoke', key })} />
          </div>
          <h3 className="auth-subtitle">Nova chave</h3>
          {made ? (
            <NewKey
              name={made.name}
              apiKey={made.key}
              onKept={() => {
                setBack(true)
                setMade(undefined)
              }}
            />
          ) : (
            <NewKeyForm state={question ? IDLE : state} focused={isBack} onWish={wish} />
          )}
        </>
      )}
      {question && (
        <ProofDialog
          {...(question.kind === 'make'
            ? { title: 'Criar esta chave?', confirmLabel: 'Criar chave', variant: 'primary' as const }
            : { title: `Revogar ${question.key.nome}?`, confirmLabel: 'Revogar' })}
          what="criar ou revogar chaves"
          proof={value?.confirmar}
          state={state}
          onClose={close}
          onConfirm={(proof) =>
            void (question.kind === 'make' ? make(question.wish, proof) : revoke(question.key, proof))
          }
        >
          {question.kind === 'make'
            ? `${question.wish.nome}: a sua entrada foi há mais de dez minutos, e precisamos saber que é você.`
            : `Quem usa esta chave é recusado já na próxima chamada. Não há volta: ${
                isOwners(question.key) ? 'crie outra, se for preciso.' : 'outra assim, só quem opera a instalação cria.'
              }`}
        </ProofDialog>
      )}
    </Card>
  )
}

/** Moves the focus to the list once the key that had it, by its button, is gone from it. */
const useFocusAfter = (keys: readonly ApiKey[] | undefined) => {
  const ref = useRef<HTMLDivElement>(null)
  const followed = useRef<string>(undefined)
  useEffect(() => {
    if (followed.current === undefined || keys?.some(({ id }) => id === followed.current)) return
    followed.current = undefined
    ref.current?.focus()
  }, [keys])
  const follow = (id: string) => {
    followed.current = id
  }
  return [ref, follow] as const
}
