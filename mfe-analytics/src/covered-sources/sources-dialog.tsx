import { coveredSourcesSchema, type CoveredSource } from '@atalaia/contracts'
import { Button, Dialog, ScrollBox, Skeleton } from '@atalaia/ui'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useLoaded, type CallParts } from '../management/use-loaded.ts'
import { useCoverageWords } from './coverage-words.ts'
import './sources.css'

/** The sources that the number of "Atualizado em" counts, over the page (P-DASH-34). */
export const SourcesDialog = ({ onClose, ...parts }: CallParts & { readonly onClose: () => void }) => {
  const { t } = useCoverageWords()
  const { state, reload } = useLoaded({ ...parts, path: '/dashboard/fontes', schema: coveredSourcesSchema })
  return (
    <Dialog
      open
      isReadOut={false}
      title={t('title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {state.status === 'loading' && (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={36} lines={4} />
        </div>
      )}
      {state.status === 'failed' && <FailurePanel title={t('failed')} failure={state.failure} onRetry={reload} />}
      {state.status === 'ready' && <Sources sources={state.value.fontes} />}
    </Dialog>
  )
}

const Sources = ({ sources }: { readonly sources: readonly CoveredSource[] }) => {
  const { t, date } = useCoverageWords()
  return (
    <ScrollBox className="analytics-sources__box" label={t('list')}>
      <ul>
        {sources.map((source) => (
          <li key={source.fonte}>
            <strong>{source.titulo ?? source.fonte}</strong>
            <span>
              {[
                t('day', { day: date(source.vazou_em) }),
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
