import { ownPushSchema } from '@atalaia/contracts/push'
import { useLoaded } from '@atalaia/ui'
import { FailurePanel } from '../management/failure-panel.tsx'
import { logLoad, type CallParts } from '../management/call-parts.ts'
import { AlertsSkeleton } from './alerts-skeleton.tsx'
import { PushBrowsers } from './push-browsers.tsx'
import { usePushWords } from './push-words.ts'
import { useOwnMark } from './use-own-mark.ts'

/** The browsers that show the person's alerts, this one first (P-ALERT-4). */
export const PushPart = ({ http, logger }: CallParts) => {
  const { t } = usePushWords()
  const { value, failure, reload, change } = useLoaded(
    '/alertas/push',
    (signal) => http.get('/alertas/push', ownPushSchema, { signal }),
    {
      onFailure: logLoad(logger, '/alertas/push'),
    },
  )
  const here = useOwnMark()
  if ((!value && !failure) || !here) return <AlertsSkeleton lines={3} />
  // An API without the calls, or without a pair of keys.
  const isOff = value ? value.chave === '' : failure?.kind === 'status' && failure.status === 404
  if (isOff) return <p>{t('off')}</p>
  if (!value) return failure && <FailurePanel failure={failure} onRetry={reload} />
  return <PushBrowsers http={http} logger={logger} own={value} here={here} onChanged={(next) => change(() => next)} />
}
