import { apiKeysSchema, madeApiKeySchema, OWNER_KEY_SCOPES, type ApiKey } from '@atalaia/contracts/api-keys'
import { useRemoteContext } from '@atalaia/react'
import { Card, ErrorState, Skeleton } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { useAction, useAnswer } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { Question } from '../operator/question.tsx'
import { KeyList } from './key-list.tsx'
import { NewKeyForm, type KeyWish } from './new-key-form.tsx'
import { NewKey } from './new-key.tsx'
import './keys.css'

const PATH = '/organizacao/chaves'
const IDLE = { isFetching: false, errorMessage: '' }

const isOwners = ({ permissoes }: ApiKey) => permissoes.every((scope) => OWNER_KEY_SCOPES.some((own) => own === scope))

/** P-KEY-1 P-KEY-2 */
export const KeysCard = () => {
  const { bus } = useRemoteContext()
  const { value, failure, reload } = useAnswer(PATH, (http, signal) => http.get(PATH, apiKeysSchema, { signal }))
  const { state, run, fail } = useAction()
  const [asked, setAsked] = useState<ApiKey>()
  const [made, setMade] = useState<{ readonly name: string; readonly key: string }>()
  const [isBack, setBack] = useState(false)
  const [list, follow] = useFocusAfter(value?.chaves)

  const make = async (wish: KeyWish) => {
    const answer = await run('new API key', (http) => http.postJson(PATH, wish, madeApiKeySchema))
    if (answer === undefined) return
    reload()
    setMade({ name: wish.nome, key: answer.chave })
  }
  const revoke = async ({ id }: ApiKey) => {
    const done = await run('revocation of an API key', (http) => http.postJson(`${PATH}/${id}/revogar`, {}, anyAnswer))
    reload()
    if (done === undefined) return
    follow(id)
    setAsked(undefined)
    bus.publish('toast:requested', { kind: 'success', text: 'Chave revogada.' })
  }
  const ask = (key: ApiKey | undefined) => {
    fail('')
    setAsked(key)
  }

  return (
    <Card title="Chaves de API">
      <p>Com uma chave, outro sistema da empresa, como um SIEM, faz aqui o que você marcar, até alguém a revogar.</p>
      {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
      {!value && failure === undefined && <Skeleton height={120} lines={3} />}
      {value && (
        <>
          <div ref={list} className="auth-keys" tabIndex={-1} role="group" aria-label="Chaves que valem">
            <KeyList keys={value} onRevoke={ask} />
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
            <NewKeyForm state={asked ? IDLE : state} focused={isBack} onWish={(wish) => void make(wish)} />
          )}
        </>
      )}
      {asked && (
        <Question
          title={`Revogar ${asked.nome}?`}
          action="Revogar"
          isDangerous
          busy={state.isFetching}
          failure={state.errorMessage}
          onCancel={() => ask(undefined)}
          onSure={() => void revoke(asked)}
        >
          <p>
            {`Quem usa esta chave é recusado já na próxima chamada. Não há volta: ${
              isOwners(asked) ? 'crie outra, se for preciso.' : 'outra assim, só quem opera a instalação cria.'
            }`}
          </p>
        </Question>
      )}
    </Card>
  )
}

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
