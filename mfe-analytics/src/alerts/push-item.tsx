import type { HttpClient } from '@atalaia/contracts'
import { ownPushSchema, type OwnPush, type PushBrowser } from '@atalaia/contracts/push'
import { Alert, Button } from '@atalaia/ui'
import { useState } from 'react'
import { Badge } from '../controls/badge.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { useAction } from '../management/use-action.ts'
import { usePushWords } from './push-words.ts'

type PushItemProps = {
  readonly http: HttpClient
  readonly browser: PushBrowser
  readonly isHere: boolean
  readonly onChanged: (own: OwnPush) => void
}

export const PushItem = ({ http, browser, isHere, onChanged }: PushItemProps) => {
  const { t } = usePushWords()
  const { momentText } = useManagementWords()
  const { isBusy, problem, run } = useAction()
  const [isTested, setTested] = useState(false)
  const { id, aparelho: device } = browser
  const since = momentText(browser.desde)
  const post = (act: string) => run(() => http.postJson(`/alertas/push/navegadores/${id}/${act}`, {}, ownPushSchema))
  const test = async () => {
    setTested(false)
    const own = await post('teste')
    if (!own) return
    setTested(true)
    onChanged(own)
  }
  const remove = async () => {
    const own = await post('remover')
    if (own) onChanged(own)
  }
  const end = t(isHere ? 'turnOff' : 'remove')
  const named = (action: string) => t('what', { action, device, since })
  return (
    <li className="analytics-item">
      <div className="analytics-item__head">
        <h4>{device}</h4>
        {isHere && (
          <Badge tone="analytics-state--good" icon="check">
            {t('here')}
          </Badge>
        )}
        <div className="analytics-item__actions">
          <Button size="small" busy={isBusy} aria-label={named(t('test'))} onClick={() => void test()}>
            {t('test')}
          </Button>
          <Button size="small" icon="trash" busy={isBusy} aria-label={named(end)} onClick={() => void remove()}>
            {end}
          </Button>
        </div>
      </div>
      <p className="analytics-page__note">{t('facts', { since, last: momentText(browser.ultimo_envio) })}</p>
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      {isTested && <Alert kind="info">{t('tested', { device })}</Alert>}
    </li>
  )
}
