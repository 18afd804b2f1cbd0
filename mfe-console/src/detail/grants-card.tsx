import type { RemoteGrants } from '@atalaia/artifact/rows'
import { Alert, Button, Card, Skeleton, TextField, useLoaded } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { answerOf } from '../gateway/answer-of.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { GRANT_TEXT, grantText, rightsActText, timeText, whoText } from '../texts.ts'
import type { Question } from '../dialogs/ask.tsx'

type GrantsCardProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly revision: number
  ask(question: Question): void
}

/** Operators change rights and reserved addresses here (M-CONSOLE-10). */
export const GrantsCard = ({ gateway, remote, revision, ask }: GrantsCardProps) => {
  const { value: rights, failure } = useLoaded(`${remote} ${revision}`, () => answerOf(() => gateway.grants(remote)))
  const parts = { gateway, remote, ask }
  return (
    <Card title="Permissões e endereços">
      {failure !== undefined && <Alert kind="warning">{failure.message}</Alert>}
      {!rights && failure === undefined && <Skeleton height={48} lines={2} />}
      {rights && <GrantList {...parts} rights={rights} />}
      {rights && <PrefixList {...parts} rights={rights} />}
      {rights && <ChangeList rights={rights} />}
    </Card>
  )
}

type PartProps = Omit<GrantsCardProps, 'revision'> & { readonly rights: RemoteGrants }

const GrantList = ({ gateway, remote, rights, ask }: PartProps) => {
  const { granted, ofBuild, mayChange } = rights
  const grant = (name: string) =>
    ask({
      title: `Conceder a ${remote}?`,
      text: `O remoto passa a ter: ${grantText(name)}. Vale a partir do próximo carregamento.`,
      confirm: 'Conceder',
      act: ({ why }) => gateway.grant(remote, [...granted, name], why),
    })
  const revoke = (name: string) =>
    ask({
      title: `Revogar de ${remote}?`,
      text: `O remoto deixa de ter: ${grantText(name)}. O que está no ar o perde no próximo carregamento.`,
      confirm: 'Revogar',
      danger: true,
      act: ({ why }) =>
        gateway.grant(
          remote,
          granted.filter((other) => other !== name),
          why,
        ),
    })
  const missing = Object.keys(GRANT_TEXT).filter((name) => !granted.includes(name) && !ofBuild.includes(name))
  const fromBuild = ofBuild.filter((name) => !granted.includes(name))
  return (
    <>
      {granted.length + fromBuild.length === 0 && <p className="ui-muted">Nada foi concedido.</p>}
      <ul className="console-rights" aria-label="Permissões">
        {granted.map((name) => (
          <li key={name}>
            <span>
              {grantText(name)} <code>{name}</code>
            </span>
            {mayChange && (
              <Button aria-label={`Revogar ${name}`} onClick={() => revoke(name)}>
                Revogar
              </Button>
            )}
          </li>
        ))}
        {fromBuild.map((name) => (
          <li key={name}>
            <span>
              {grantText(name)} <code>{name}</code> <span className="ui-muted">pelo build do gateway</span>
            </span>
          </li>
        ))}
      </ul>
      {mayChange && missing.length > 0 && (
        <details className="console-more">
          <summary>Conceder mais</summary>
          <ul className="console-rights">
            {missing.map((name) => (
              <li key={name}>
                <span>
                  {grantText(name)} <code>{name}</code>
                </span>
                <Button aria-label={`Conceder ${name}`} onClick={() => grant(name)}>
                  Conceder
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

const PrefixList = ({ gateway, remote, rights: { owned, mayChange }, ask }: PartProps) => {
  const [error, setError] = useState('')
  const reserve = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = new FormData(event.currentTarget).get('prefix')
    const prefix = typeof entered === 'string' ? entered.trim() : ''
    if (!prefix.startsWith('/')) return setError('Escreva um endereço, como /app/estoque.')
    setError('')
    ask({
      title: `Reservar ${prefix}?`,
      text: `Só ${remote} pode ter rotas em ${prefix} e abaixo. Nenhum outro remoto é promovido com uma rota ali.`,
      confirm: 'Reservar',
      act: ({ why }) => gateway.own(remote, prefix, why),
    })
  }
  const release = (prefix: string) =>
    ask({
      title: `Liberar ${prefix}?`,
      text: `Outros remotos podem ter rotas em ${prefix}, se ${remote} não tiver nenhuma no ar.`,
      confirm: 'Liberar',
      danger: true,
      act: ({ why }) => gateway.release(remote, prefix, why),
    })
  return (
    <>
      <h3 className="console-subtitle">Endereços reservados</h3>
      {owned.length === 0 && <p className="ui-muted">Nenhum endereço está reservado.</p>}
      <ul className="console-rights" aria-label="Endereços reservados">
        {owned.map((prefix) => (
          <li key={prefix}>
            <code>{prefix}</code>
            {mayChange && (
              <Button aria-label={`Liberar ${prefix}`} onClick={() => release(prefix)}>
                Liberar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (
        <form className="console-doctor" onSubmit={reserve} noValidate>
          <TextField label="Endereço a reservar" name="prefix" autoComplete="off" maxLength={200} error={error} />
          <Button type="submit">Reservar</Button>
        </form>
      )}
    </>
  )
}

const SHOWN = 30

const ChangeList = ({ rights: { changes } }: { readonly rights: RemoteGrants }) => (
  <>
    <h3 className="console-subtitle">Quem mudou</h3>
    {changes.length === 0 && <p className="ui-muted">Nenhuma mudança registrada.</p>}
    <ol className="console-acts">
      {changes.slice(0, SHOWN).map(({ at, act, subject, who, why }) => (
        <li key={`${at} ${act} ${subject}`}>
          <time dateTime={at}>{timeText(at)}</time>{' '}
          <strong>
            {rightsActText(act)} <code>{subject}</code>
          </strong>{' '}
          por {whoText(who)}
          {why !== null && <span className="console-why">{why}</span>}
        </li>
      ))}
    </ol>
  </>
)
