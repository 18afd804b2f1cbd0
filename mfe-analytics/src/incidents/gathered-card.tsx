import type { Incident } from '@atalaia/contracts/incidents'
import { Link, useLocation } from '@atalaia/react/router'
import { Button, Card, IconButton, ScrollBox } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { addressPlace } from '../links/address-place.ts'
import { GATHERED } from '../links/incident-place.ts'
import { ListFoot } from '../lists/list-foot.tsx'
import { FindCases, keyOf } from './find-cases.tsx'
import type { CaseChoice, IncidentCalls } from './incident-calls.ts'
import { useIncidentsWords } from './incidents-words.ts'

type GatheredCardProps = {
  readonly incident: Incident
  readonly calls: IncidentCalls
  readonly isLocked: boolean
  readonly isBusy: boolean
  readonly onChoose: (choice: CaseChoice) => void
}

/** Rows of a page. */
const PAGE_SIZE = 25

/**
 * The cases of an incident as they were gathered, page by page (P-INCIDENT-12), and a search for more. A link to the cases
 * moves the focus to the first one (P-INCIDENT-8).
 */
export const GatheredCard = ({ incident, calls, isLocked, isBusy, onChoose }: GatheredCardProps) => {
  const { t, date } = useIncidentsWords()
  const { casos, numero_casos: count, numero_enderecos: addresses } = incident
  const { hash } = useLocation()
  const [at, setAt] = useState(1)
  const pages = Math.ceil(casos.length / PAGE_SIZE)
  // Cases may have gone since.
  const page = Math.max(1, Math.min(at, pages))
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
              {casos.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((one) => (
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
      {pages > 1 && (
        <ListFoot
          found={t('gathered.range', {
            from: (page - 1) * PAGE_SIZE + 1,
            to: Math.min(page * PAGE_SIZE, casos.length),
            count: casos.length,
          })}
          page={page}
          pages={pages}
          onPage={setAt}
          label={t('gathered.pages')}
        />
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
          <FindCases
            calls={calls}
            known={new Set(casos.map(keyOf))}
            isBusy={isBusy}
            onGather={(incluir) => onChoose({ incluir, retirar: [] })}
          />
        </>
      )}
    </Card>
  )
}
