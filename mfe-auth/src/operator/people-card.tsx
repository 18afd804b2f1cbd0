import { ROLE_LABELS } from '@atalaia/contracts'
import { operatedPeopleSchema, type OperatedPerson } from '@atalaia/contracts/operator'
import { useRemoteContext } from '@atalaia/react'
import { Button, Card, EmptyState, ErrorState, formatDate, Skeleton } from '@atalaia/ui'
import { useState } from 'react'
import { useAction, useAnswer } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { formText } from '../frame/auth-form.tsx'
import { Question } from './question.tsx'
import { SearchForm } from './search-form.tsx'

export const PeopleCard = () => {
  const [text, setText] = useState('')
  return (
    <Card title="Pessoas">
      <SearchForm
        name="Procurar pessoas"
        label="Parte do e-mail da pessoa"
        onSearch={(form) => setText(formText(form, 'search').trim())}
      />
      {text !== '' && <Found text={text} />}
    </Card>
  )
}

type Asked = { readonly kind: 'sessions' | 'factors'; readonly person: OperatedPerson }

const acts = {
  sessions: {
    path: '/operador/pessoas/sessoes/encerrar',
    title: 'Encerrar todas as sessões?',
    action: 'Encerrar as sessões',
    text: (email: string) => `${email} precisa entrar de novo em todos os aparelhos.`,
    done: 'As sessões terminaram.',
  },
  factors: {
    path: '/operador/pessoas/fatores/remover',
    title: 'Remover a segunda etapa?',
    action: 'Remover a segunda etapa',
    text: (email: string) =>
      `Só a senha passa a abrir a conta de ${email}. Esteja certo de quem pede: a caixa de correio é avisada, e as sessões terminam.`,
    done: 'A segunda etapa foi removida.',
  },
} as const

const Found = ({ text }: { readonly text: string }) => {
  const people = `/operador/pessoas?${new URLSearchParams({ busca: text })}`
  const { value, failure, reload } = useAnswer(
    people,
    (http, signal) => http.get(people, operatedPeopleSchema, { signal }),
    { keeps: true },
  )
  const { bus } = useRemoteContext()
  const { state, run, fail } = useAction()
  const [asked, setAsked] = useState<Asked>()
  const act = async ({ kind, person: { email } }: Asked) => {
    const { path, done } = acts[kind]
    if ((await run('order of an operator', (http) => http.postJson(path, { email }, anyAnswer))) === undefined) return
    setAsked(undefined)
    bus.publish('toast:requested', { kind: 'success', text: done })
    reload()
  }
  const ask = (next: Asked) => {
    fail('')
    setAsked(next)
  }
  if (failure !== undefined) return <ErrorState title={failure} onRetry={reload} />
  if (!value) return <Skeleton height={80} />
  if (value.length === 0)
    return (
      <EmptyState title="Ninguém encontrado">
        <p>Nenhuma conta tem isto no endereço.</p>
      </EmptyState>
    )
  return (
    <>
      <ul className="auth-list">
        {value.map((person) => (
          <Person key={person.email} person={person} onAsk={(kind) => ask({ kind, person })} />
        ))}
      </ul>
      {asked && (
        <Question
          title={acts[asked.kind].title}
          action={acts[asked.kind].action}
          isDangerous
          busy={state.isFetching}
          failure={state.errorMessage}
          onCancel={() => setAsked(undefined)}
          onSure={() => void act(asked)}
        >
          <p>{acts[asked.kind].text(asked.person.email)}</p>
        </Question>
      )}
    </>
  )
}

const factsOf = ({
  visto_em: seen,
  caixa_confirmada: isProved,
  sessoes,
  aplicativo,
  chaves,
  organizacoes,
}: OperatedPerson) =>
  [
    seen === null ? 'nunca entrou' : `vista em ${formatDate(seen)}`,
    sessoes === 1 ? '1 sessão' : `${sessoes} sessões`,
    aplicativo || chaves > 0 ? 'com segunda etapa' : 'sem segunda etapa',
    ...(isProved ? [] : ['caixa não confirmada']),
    ...organizacoes.map(({ nome, papel }) => `${nome} (${ROLE_LABELS[papel]})`),
  ].join(' · ')

type PersonProps = { readonly person: OperatedPerson; readonly onAsk: (kind: Asked['kind']) => void }

const Person = ({ person, onAsk }: PersonProps) => {
  const { email, operador, sessoes, aplicativo, chaves } = person
  return (
    <li>
      <span>
        <strong>{email}</strong>
        {operador && <span className="auth-own-session">opera a instalação</span>}
        <br />
        <span className="ui-muted">{factsOf(person)}</span>
      </span>
      {!operador && (
        <span className="auth-row-actions">
          {sessoes > 0 && (
            <Button size="small" aria-label={`Encerrar sessões de ${email}`} onClick={() => onAsk('sessions')}>
              Encerrar sessões
            </Button>
          )}
          {(aplicativo || chaves > 0) && (
            <Button size="small" aria-label={`Remover segunda etapa de ${email}`} onClick={() => onAsk('factors')}>
              Remover segunda etapa
            </Button>
          )}
        </span>
      )}
    </li>
  )
}
