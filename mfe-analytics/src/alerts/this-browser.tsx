import { accountMark, PUSH_OWNER_KEY } from '@atalaia/contracts'
import { ownPushSchema, type OwnPush } from '@atalaia/contracts/push'
import { useUser } from '@atalaia/react'
import { Alert, Button } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../management/use-action.ts'
import type { CallParts } from '../management/call-parts.ts'
import { subscribeBrowser, type PushPermission } from './browser-push.ts'
import { usePushWords } from './push-words.ts'

type ThisBrowserProps = CallParts & {
  readonly publicKey: string
  readonly permission: PushPermission
  readonly isOn: boolean
  readonly onTurnedOn: (own: OwnPush, mark: string) => void
}

/** Log-out and the next person's sign-in end these pushes (M-PUSH-9): the shell reads their owner. */
const noteOwner = (email: string) => {
  try {
    localStorage.setItem(PUSH_OWNER_KEY, accountMark(email))
  } catch {
    // Where storage is forbidden, the session's end on the server is what ends them.
  }
}

export const ThisBrowser = ({ http, logger, publicKey, permission, isOn, onTurnedOn }: ThisBrowserProps) => {
  const { t } = usePushWords()
  const email = useUser()?.email ?? ''
  const { problem, run } = useAction()
  const [step, setStep] = useState<'idle' | 'busy' | 'denied' | 'dismissed' | 'unreachable'>('idle')
  const turnOn = async () => {
    setStep('busy')
    const subscribed = await subscribeBrowser(publicKey)
    if (subscribed.status !== 'subscribed') {
      if (subscribed.status === 'unreachable') logger.warn('the browser got no address for pushes', subscribed.error)
      return setStep(subscribed.status)
    }
    noteOwner(email)
    const own = await run(() => http.postJson('/alertas/push/navegadores', subscribed.browser, ownPushSchema))
    setStep('idle')
    if (own) onTurnedOn(own, subscribed.mark)
  }
  if (permission === 'unsupported') return <p className="analytics-page__note">{t('unsupported')}</p>
  if (permission === 'denied' || step === 'denied') return <Alert kind="warning">{t('denied')}</Alert>
  if (isOn) return <Alert kind="success">{t('on')}</Alert>
  return (
    <>
      {(step === 'dismissed' || step === 'unreachable') && <Alert kind="warning">{t(step)}</Alert>}
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      <div className="analytics-item__head">
        <Button variant="primary" busy={step === 'busy'} onClick={() => void turnOn()}>
          {t('turnOn')}
        </Button>
        <p className="analytics-page__note" role="status">
          {step === 'busy' && t('turningOn')}
        </p>
      </div>
    </>
  )
}
