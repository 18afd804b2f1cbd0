import type { CasePage, ListedCase } from '@atalaia/contracts/cases'
import { MAX_INCIDENT_CASES_AT_ONCE, type IncidentCaseRef } from '@atalaia/contracts/incidents'
import { Link } from '@atalaia/react/router'
import { Alert, Button, TextField } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { CheckField } from '../controls/check-field.tsx'
import { CASES_PLACE } from '../links/address-place.ts'
import { ListFoot } from '../lists/list-foot.tsx'
import { useAction } from '../management/use-action.ts'
import type { IncidentCalls } from './incident-calls.ts'
import { useIncidentsWords } from './incidents-words.ts'

export const keyOf = ({ endereco, fonte }: IncidentCaseRef): string => `${endereco} ${fonte}`

type FindCasesProps = {
  readonly calls: IncidentCalls
  /** Keys of the incident's cases. */
  readonly known: ReadonlySet<string>
  readonly isBusy: boolean
  readonly onGather: (cases: readonly IncidentCaseRef[]) => void
}

type Found = { readonly text: string; readonly at: number; readonly page: CasePage }

const PAGE_SIZE = 25

/** P-INCIDENT-11 */
export const FindCases = ({ calls, known, isBusy, onGather }: FindCasesProps) => {
  const { t } = useIncidentsWords()
  const action = useAction()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found>()
  const [chosen, setChosen] = useState<ReadonlyMap<string, IncidentCaseRef>>(new Map())
  const picked = [...chosen].filter(([key]) => !known.has(key))

  const show = async (searched: string, at: number) => {
    const page = await action.run(() => calls.findCases(searched, at))
    if (page) setFound({ text: searched, at, page })
    return page !== undefined
  }
  const find = async (event: FormEvent) => {
    event.preventDefault()
    if (await show(text.trim(), 1)) setChosen(new Map())
  }
  const choose = (rows: readonly ListedCase[], isChosen: boolean) => {
    const next = new Map(picked)
    for (const row of rows) {
      const { endereco, fonte } = row
      if (!isChosen) next.delete(keyOf(row))
      else if (next.size < MAX_INCIDENT_CASES_AT_ONCE) next.set(keyOf(row), { endereco, fonte })
    }
    setChosen(next)
  }
  const isFull = picked.length >= MAX_INCIDENT_CASES_AT_ONCE
  const rows = found?.page.linhas ?? []
  const others = rows.filter((row) => !known.has(keyOf(row)))
  const isPicked = (row: ListedCase) => chosen.has(keyOf(row))
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
      <p className="analytics-page__note">
        {t('gathered.many')} <Link to={CASES_PLACE}>{t('gathered.list')}</Link>
      </p>
      {action.problem !== undefined && <Alert kind="danger">{action.problem}</Alert>}
      {found && rows.length === 0 && <p role="status">{t('gathered.none')}</p>}
      {found && rows.length > 0 && (
        <>
          {others.length > 1 && (
            <CheckField
              label={t('gathered.page', { count: others.length })}
              checked={others.every(isPicked)}
              isDisabled={isFull && !others.some(isPicked)}
              onChange={(isChosen) => choose(others, isChosen)}
            />
          )}
          <ul className="analytics-incident__found">
            {rows.map((row) => {
              const isKnown = known.has(keyOf(row))
              const name = `${row.email} · ${row.titulo ?? row.fonte}`
              return (
                <li key={keyOf(row)}>
                  <CheckField
                    label={isKnown ? t('gathered.isKnown', { name }) : name}
                    checked={isKnown || isPicked(row)}
                    isDisabled={isKnown || (isFull && !isPicked(row))}
                    onChange={(isChosen) => choose([row], isChosen)}
                  />
                </li>
              )
            })}
          </ul>
          <ListFoot
            found={t('gathered.found', { count: found.page.encontrados })}
            page={found.at}
            pages={Math.ceil(found.page.encontrados / PAGE_SIZE)}
            onPage={(at) => void show(found.text, at)}
            label={t('gathered.foundPages')}
          />
          <p>
            <Button
              icon="plus"
              busy={isBusy}
              aria-disabled={picked.length === 0}
              onClick={() => picked.length > 0 && onGather(picked.map(([, one]) => one))}
            >
              {t('gathered.add', { count: picked.length })}
            </Button>{' '}
            {isFull && t('gathered.most', { most: MAX_INCIDENT_CASES_AT_ONCE })}
          </p>
        </>
      )}
    </>
  )
}
