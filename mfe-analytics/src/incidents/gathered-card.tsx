import type { ListedCase } from '@atalaia/contracts/cases'
import type { Incident, IncidentCaseRef } from '@atalaia/contracts/incidents'
import { Link, useLocation } from '@atalaia/react/router'
import { Alert, Button, Card, IconButton, ScrollBox, TextField } from '@atalaia/ui'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { CheckField } from '../controls/check-field.tsx'
import { addressPlace } from '../links/address-place.ts'
import { GATHERED } from '../links/incident-place.ts'
import { useAction } from '../management/use-action.ts'
import type { CaseChoice, IncidentCalls } from './incident-calls.ts'
import { useIncidentsWords } from './incidents-words.ts'

type GatheredCardProps = {
  readonly incident: Incident
  readonly calls: IncidentCalls
  readonly isLocked: boolean
  readonly isBusy: boolean
  readonly onChoose: (choice: CaseChoice) => void
}

const keyOf = ({ endereco, fonte }: IncidentCaseRef) => `${endereco} ${fonte}`

/**
 * The cases of an incident as they were gathered, and a search for more. A link to the cases moves the focus to the first one
 * (P-INCIDENT-8).
 */
export const GatheredCard = ({ incident, calls, isLocked, isBusy, onChoose }: GatheredCardProps) => {
  const { t, date } = useIncidentsWords()
  const { casos, numero_casos: count, numero_enderecos: addresses } = incident
  const { hash } = useLocation()
  const rows = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const first = hash === GATHERED ? rows.current?.querySelector('a') : undefined
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [hash])
  return (
    <Card title={t('gathered')}>
      <p>
        {t('gathered.count', { cases: count })} {t('gathered.of', { addresses })}{' '}
        {casos.length < count && t('gathered.some', { shown: casos.length })}
      </p>
      <p className="analytics-page__note">{t('gathered.lead')}</p>
      {casos.length > 0 && (
        <ScrollBox label={t('cases')}>
          <table className="ui-table analytics-incident__cases">
            <thead>
              <tr>
                <th scope="col">{t('gathered.address')}</th>
                <th scope="col">{t('gathered.source')}</th>
                <th scope="col">{t('gathered.day')}</th>
                <th scope="col">{t('gathered.on')}</th>
                {!isLocked && (
                  <th scope="col">
                    <span className="ui-visually-hidden">{t('gathered.remove')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody ref={rows}>
              {casos.map((one) => (
                <tr key={keyOf(one)}>
                  <th scope="row">
                    <Link to={addressPlace(one.endereco, undefined, one.fonte)}>{one.email}</Link>
                  </th>
                  <td>{one.titulo ?? one.fonte}</td>
                  <td>{date(one.dia)}</td>
                  <td>{date(one.reunido_em)}</td>
                  {!isLocked && (
                    <td>
                      <IconButton
                        icon="x"
                        label={t('gathered.removeWhat', { address: one.email, source: one.titulo ?? one.fonte })}
                        disabled={isBusy}
                        onClick={() =>
                          onChoose({ incluir: [], retirar: [{ endereco: one.endereco, fonte: one.fonte }] })
                        }
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {!isLocked && (
        <>
          {count > 0 && (
            <p>
              <Button size="small" icon="refresh" busy={isBusy} onClick={() => onChoose({ incluir: [], retirar: [] })}>
                {t('gathered.refresh')}
              </Button>
            </p>
          )}
          <FindCases calls={calls} known={new Set(casos.map(keyOf))} isBusy={isBusy} onChoose={onChoose} />
        </>
      )}
    </Card>
  )
}

type FindCasesProps = Pick<GatheredCardProps, 'calls' | 'isBusy' | 'onChoose'> & { readonly known: ReadonlySet<string> }

const FindCases = ({ calls, known, isBusy, onChoose }: FindCasesProps) => {
  const { t } = useIncidentsWords()
  const action = useAction()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly ListedCase[]>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const find = async (event: FormEvent) => {
    event.preventDefault()
    const page = await action.run(() => calls.findCases(text.trim()))
    if (!page) return
    setFound(page.linhas)
    setChosen(new Set())
  }
  const choices = (found ?? []).filter((one) => !known.has(keyOf(one)))
  const picked = choices.filter((one) => chosen.has(keyOf(one)))
  return (
    <>
      <form className="analytics-form-row" onSubmit={(event) => void find(event)}>
        <TextField
          label={t('gathered.search')}
          type="search"
          maxLength={254}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" icon="search" busy={action.isBusy}>
          {t('gathered.find')}
        </Button>
      </form>
      {action.problem !== undefined && <Alert kind="danger">{action.problem}</Alert>}
      {found && choices.length === 0 && <p role="status">{t('gathered.none')}</p>}
      {choices.length > 0 && (
        <>
          <ul className="analytics-incident__found">
            {choices.map((one) => (
              <li key={keyOf(one)}>
                <CheckField
                  label={`${one.email} · ${one.titulo ?? one.fonte}`}
                  checked={chosen.has(keyOf(one))}
                  onChange={(isChosen) => {
                    const next = new Set(chosen)
                    if (isChosen) next.add(keyOf(one))
                    else next.delete(keyOf(one))
                    setChosen(next)
                  }}
                />
              </li>
            ))}
          </ul>
          <p>
            <Button
              icon="plus"
              busy={isBusy}
              disabled={picked.length === 0}
              onClick={() =>
                onChoose({ incluir: picked.map(({ endereco, fonte }) => ({ endereco, fonte })), retirar: [] })
              }
            >
              {t('gathered.add', { count: picked.length })}
            </Button>
          </p>
        </>
      )}
    </>
  )
}
