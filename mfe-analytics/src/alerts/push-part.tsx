import { ownPushSchema } from '@atalaia/contracts/push'
import { FailurePanel } from '../management/failure-panel.tsx'
import { useLoaded, type CallParts } from '../management/use-loaded.ts'
import { AlertsSkeleton } from './alerts-skeleton.tsx'
import { PushBrowsers } from './push-browsers.tsx'
import { usePushWords } from './push-words.ts'
import { useOwnMark } from './use-own-mark.ts'

/** The browsers that show the person's alerts, this one first (P-ALERT-4). */
export const PushPart = (parts: CallParts) => {
  const { t } = usePushWords()
  const { state, reload, show } = useLoaded({ ...parts, path: '/alertas/push', schema: ownPushSchema })
  const here = useOwnMark()
  if (state.status === 'loading' || here.mark.status === 'asking') return <AlertsSkeleton lines={3} />
  // An API without the calls, or without a pair of keys.
  const isOff =
    state.status === 'failed'
      ? state.failure.kind === 'status' && state.failure.status === 404
      : state.value.chave === ''
  if (isOff) return <p>{t('off')}</p>
  if (state.status === 'failed') return <FailurePanel failure={state.failure} onRetry={reload} />
  return (
    <PushBrowsers
      {...parts}
      own={state.value}
      here={{ ...here, mark: here.mark.value }}
      onChanged={(next) => show(() => next)}
    />
  )
}
