import { Card } from '@atalaia/ui'
import { lazy, Suspense } from 'react'
import type { CallParts } from '../management/call-parts.ts'
import { AlertsSkeleton } from './alerts-skeleton.tsx'
import { useAlertsWords } from './alerts-words.ts'

const PushPart = lazy(async () => ({
  default: (await import(/* webpackChunkName: "push" */ './push-part.tsx')).PushPart,
}))

/** P-ALERT-4 */
export const LazyPush = (parts: CallParts) => {
  const { t } = useAlertsWords()
  return (
    <Card title={t('push.title')}>
      <Suspense fallback={<AlertsSkeleton lines={3} />}>
        <PushPart {...parts} />
      </Suspense>
    </Card>
  )
}
