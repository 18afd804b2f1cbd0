import type { Logger, Removals } from '@atalaia/contracts'
import { REMOVALS_PER_PAGE } from '@atalaia/contracts'
import { Alert, Button, Dialog, EmptyState, Skeleton, useLoaded } from '@atalaia/ui'
import { useRef, useState } from 'react'
import { ListFoot } from '../lists/list-foot.tsx'
import type { Outcome } from '../lists/use-list.ts'
import { logLoad } from '../management/call-parts.ts'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { useAddressesWords } from './addresses-words.ts'
import type { ListCalls } from './list-calls.ts'
import { NamedTexts } from './named-texts.tsx'
import { restoredOutcome } from './outcomes.ts'

type Removal = Removals['remocoes'][number]

type RemovalsDialogProps = {
  readonly calls: ListCalls
  readonly logger: Logger
  readonly onClose: () => void
  readonly onRestored: (outcome: Outcome) => void
}

/** P-LIST-13 */
export const RemovalsDialog = ({ calls, logger, onClose, onRestored }: RemovalsDialogProps) => {
  const words = useAddressesWords()
  const { t } = words
  const { reasonText } = useManagementWords()
  const [shown, setShown] = useState(1)
  const {
    value: page,
    failure,
    isLoading,
    reload,
  } = useLoaded(String(shown), (signal) => calls.removals(String(shown), signal), {
    keeps: true,
    onFailure: logLoad(logger, 'the list of removals'),
  })
  const [outcome, setOutcome] = useState<Outcome>()
  const [busy, setBusy] = useState<string>()
  const told = useRef<HTMLDivElement>(null)

  const restore = async ({ id, enderecos }: Removal) => {
    if (busy !== undefined) return
    setBusy(id)
    const result = await calls.restore(enderecos.map((each) => each.id))
    setBusy(undefined)
    // The button goes with its removal.
    told.current?.focus()
    if (!result.ok) return setOutcome({ kind: 'danger', text: `${t('failed')} ${reasonText(result.failure)}` })
    const next = restoredOutcome(result.value, words)
    setOutcome(next)
    onRestored(next)
    if (shown === 1) reload()
    else setShown(1)
  }
  return (
    <Dialog
      open
      title={t('removals.title')}
      isReadOut={false}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('removals.close')}</Button>}
    >
      <div className="analytics-list__removals" aria-busy={isLoading && !page}>
        <div ref={told} tabIndex={-1}>
          {outcome && <Alert kind={outcome.kind}>{outcome.text}</Alert>}
          {failure && page && <Alert kind="danger">{reasonText(failure)}</Alert>}
        </div>
        {failure && !page && <FailurePanel title={t('removals.failed')} failure={failure} onRetry={reload} />}
        {!failure && !page && (
          <div role="status" aria-label={t('removals.loading')}>
            <Skeleton height={56} lines={2} />
          </div>
        )}
        {page?.encontradas === 0 && <EmptyState icon="restore" title={t('removals.none')} />}
        {page && page.encontradas > 0 && (
          <>
            <ul>
              {page.remocoes.map((removal) => (
                <Item
                  key={removal.id}
                  removal={removal}
                  isBusy={busy === removal.id}
                  onRestore={() => void restore(removal)}
                />
              ))}
            </ul>
            <ListFoot
              found={t('removals.found', { count: page.encontradas })}
              page={shown}
              pages={Math.ceil(page.encontradas / REMOVALS_PER_PAGE)}
              onPage={setShown}
              label={t('removals.pages')}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

type ItemProps = { readonly removal: Removal; readonly isBusy: boolean; readonly onRestore: () => void }

const Item = ({ removal: { removido_em: at, por, enderecos }, isBusy, onRestore }: ItemProps) => {
  const { t } = useAddressesWords()
  const { momentText } = useManagementWords()
  const names = enderecos.map(({ email }) => email)
  const what = names.length === 1 ? (names[0] ?? '') : t('removals.count', { count: names.length })
  const when = momentText(at)
  return (
    <li className="analytics-list__removal">
      <div className="analytics-list__preview">
        <NamedTexts text={what} names={names.length === 1 ? [] : names} />
        <p className="analytics-list__note">{por === null ? when : t('removals.by', { when, person: por })}</p>
      </div>
      <Button
        size="small"
        icon="restore"
        busy={isBusy}
        aria-label={t('removals.restoreWhat', { what, when })}
        onClick={onRestore}
      >
        {t('removals.restore')}
      </Button>
    </li>
  )
}
