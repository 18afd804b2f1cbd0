import type { GatheredCase, Incident } from '@atalaia/contracts/incidents'
import { Link, useLocation } from '@atalaia/react/router'
import { Button, Card, DataTable, IconButton, ScrollBox, VisuallyHidden, type TableColumn } from '@atalaia/ui'
import { useEffect, useRef, useState, type Ref } from 'react'
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
  readonly onChoose: (choice: CaseChoice) => Promise<boolean>
}

const PAGE_SIZE = 25

/**
 * Cases of an incident by pages (P-INCIDENT-12), with a search for more. Links focus the first case
 * (P-INCIDENT-8), removal the next (P-ACCESS-12).
 */
export const GatheredCard = ({ incident, calls, isLocked, isBusy, onChoose }: GatheredCardProps) => {
  const { t } = useIncidentsWords()
  const { casos, numero_casos: count, numero_enderecos: addresses } = incident
  const { hash } = useLocation()
  const [at, setAt] = useState(1)
  const all = casos.length
  const pages = Math.ceil(all / PAGE_SIZE)
  // Cases may have gone since.
  const page = Math.max(1, Math.min(at, pages))
  const head = useRef<HTMLParagraphElement>(null)
  const rows = useRef<HTMLTableElement>(null)
  const out = useRef<number>(undefined)
  const first = (page - 1) * PAGE_SIZE
  useEffect(() => {
    const link = hash === GATHERED ? rows.current?.querySelector('a') : undefined
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'center' })
  }, [hash])
  useEffect(() => {
    if (out.current === undefined) return
    // The button went with its row: the focus goes to that of the next one.
    const buttons = rows.current?.querySelectorAll('button') ?? []
    const next = buttons[Math.min(out.current, all - 1) - first] ?? head.current
    if (document.activeElement === document.body) next?.focus()
    out.current = undefined
  }, [all, first])
  const remove = async (one: GatheredCase) => {
    if (isBusy) return
    const { endereco, fonte } = one
    out.current = casos.indexOf(one)
    if (!(await onChoose({ incluir: [], retirar: [{ endereco, fonte }] }))) out.current = undefined
  }
  return (
    <Card title={t('gathered')}>
      <p ref={head} tabIndex={-1}>
        {t('gathered.count', { cases: count })} {t('gathered.of', { addresses })}{' '}
        {all < count && t('gathered.some', { shown: all })}
      </p>
      <p className="analytics-page__note">{t('gathered.lead')}</p>
      {all > 0 && (
        <GatheredTable
          ref={rows}
          rows={casos.slice(first, first + PAGE_SIZE)}
          isBusy={isBusy}
          onRemove={isLocked ? undefined : remove}
        />
      )}
      {pages > 1 && (
        <ListFoot
          found={t('gathered.range', {
            from: first + 1,
            to: Math.min(first + PAGE_SIZE, all),
            count: all,
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
              <Button
                size="small"
                icon="refresh"
                busy={isBusy}
                onClick={() => void onChoose({ incluir: [], retirar: [] })}
              >
                {t('gathered.refresh')}
              </Button>
            </p>
          )}
          <FindCases
            calls={calls}
            known={new Set(casos.map(keyOf))}
            isBusy={isBusy}
            onGather={(incluir) => void onChoose({ incluir, retirar: [] })}
          />
        </>
      )}
    </Card>
  )
}

type GatheredTableProps = {
  readonly ref: Ref<HTMLTableElement>
  readonly rows: readonly GatheredCase[]
  readonly isBusy: boolean
  readonly onRemove: ((one: GatheredCase) => Promise<void>) | undefined
}

const GatheredTable = ({ ref, rows, isBusy, onRemove }: GatheredTableProps) => {
  const { t, date } = useIncidentsWords()
  const removalOf = (one: GatheredCase) => (
    <IconButton
      icon="x"
      label={t('gathered.removeWhat', { address: one.email, source: one.titulo ?? one.fonte })}
      aria-disabled={isBusy}
      onClick={() => void onRemove?.(one)}
    />
  )
  const removal: TableColumn<GatheredCase> = {
    key: 'remove',
    title: t('gathered.remove'),
    head: <VisuallyHidden>{t('gathered.remove')}</VisuallyHidden>,
    cell: removalOf,
  }
  return (
    <ScrollBox label={t('cases')}>
      <DataTable
        ref={ref}
        className="analytics-incident__cases"
        rows={rows}
        keyOf={keyOf}
        columns={[
          { key: 'address', title: t('gathered.address'), isRowHeader: true, cell: linkOf },
          { key: 'source', title: t('gathered.source'), cell: ({ titulo, fonte }) => titulo ?? fonte },
          {
            key: 'day',
            title: t('gathered.day'),
            cell: ({ dia, dia_informado: told }) => (told === false ? t('gathered.noDay') : date(dia)),
          },
          { key: 'on', title: t('gathered.on'), cell: ({ reunido_em: on }) => date(on) },
          ...(onRemove ? [removal] : []),
        ]}
      />
    </ScrollBox>
  )
}

const linkOf = ({ endereco, email, fonte }: GatheredCase) => (
  <Link to={addressPlace(endereco, undefined, fonte)}>{email}</Link>
)
