import { coveredSourcesSchema, SOURCE_PAGE_SIZES, type CoveredSource } from '@atalaia/contracts'
import { Button, Dialog, ScrollBox, Skeleton, useLoaded } from '@atalaia/ui'
import { useState } from 'react'
import { ListFoot } from '../lists/list-foot.tsx'
import { logLoad, type CallParts } from '../management/call-parts.ts'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useCoverageWords } from './coverage-words.ts'
import './sources.css'

const [PAGE_SIZE] = SOURCE_PAGE_SIZES

type SourcesDialogProps = CallParts & { readonly onClose: () => void }

/** P-DASH-34 */
export const SourcesDialog = ({ http, logger, onClose }: SourcesDialogProps) => {
  const { t } = useCoverageWords()
  const [at, setAt] = useState(1)
  const path = `/dashboard/fontes?tamanho=${PAGE_SIZE}&pagina=${at}`
  const {
    value: page,
    failure,
    reload,
  } = useLoaded(path, (signal) => http.get(path, coveredSourcesSchema, { signal }), {
    keeps: true,
    onFailure: logLoad(logger, 'the list of sources'),
  })
  const found = page?.encontrados ?? 0
  return (
    <Dialog
      open
      isReadOut={false}
      title={t('title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {!page && !failure && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={36} lines={4} />
        </div>
      )}
      {failure && <FailurePanel title={t('failed')} failure={failure} onRetry={reload} />}
      {page && !failure && <Sources sources={page.fontes} />}
      {found > PAGE_SIZE && (
        <ListFoot
          found={t('found', { found })}
          page={at}
          pages={Math.ceil(found / PAGE_SIZE)}
          onPage={setAt}
          label={t('pages')}
        />
      )}
    </Dialog>
  )
}

const Sources = ({ sources }: { readonly sources: readonly CoveredSource[] }) => {
  const { t, date } = useCoverageWords()
  const [first] = sources
  if (!first) return <p>{t('none')}</p>
  return (
    // Another page begins at its top.
    <ScrollBox key={first.fonte} className="analytics-sources__box" label={t('list')}>
      <ul>
        {sources.map((source) => (
          <li key={source.fonte}>
            <strong>{source.titulo ?? source.fonte}</strong>
            <span>
              {[
                source.dia_informado === false ? t('noDay') : t('day', { day: date(source.vazou_em) }),
                t('imported', { day: date(source.atualizado_em) }),
                t('records', { count: source.registros }),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </ScrollBox>
  )
}
