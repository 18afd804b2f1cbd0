import type { DomainFacts } from '@atalaia/contracts/domains'
import { Link } from '@atalaia/react/router'
import { Alert, Button, Dialog } from '@atalaia/ui'
import { useState } from 'react'
import { Badge } from '../controls/badge.tsx'
import { domainPlace } from '../links/address-place.ts'
import { useManagementWords } from '../management/management-words.ts'
import { useAction } from '../management/use-action.ts'
import type { DomainCalls } from './domain-calls.ts'
import { useDomainsWords } from './domains-words.ts'
import { ProofSteps } from './proof-steps.tsx'

type DomainItemProps = {
  readonly domain: DomainFacts
  readonly calls: DomainCalls
  readonly mayWrite: boolean
  readonly onChanged: (domain: DomainFacts) => void
  readonly onReload: () => void
  readonly onRemoved: (name: string) => void
}

/** P-DOMAIN-2 P-DOMAIN-3 */
export const DomainItem = ({ domain, calls, mayWrite, onChanged, onReload, onRemoved }: DomainItemProps) => {
  const { t } = useDomainsWords()
  const { t: shared } = useManagementWords()
  const { dominio, estado } = domain
  const { isBusy, problem, run } = useAction()
  const [isRemoving, setRemoving] = useState(false)
  const [isFound, setFound] = useState(false)
  const verify = async () => {
    setFound(false)
    const checked = await run(() => calls.verify(dominio))
    if (!checked) return
    setFound(checked.estado === 'provado' && checked.falta === null)
    onChanged(checked)
  }
  const remove = async () => {
    const removed = await run(() => calls.remove(dominio))
    setRemoving(false)
    if (removed) onRemoved(removed.removido)
  }
  return (
    <li className="analytics-item">
      <div className="analytics-item__head">
        <h3>{dominio}</h3>
        <State domain={domain} />
        {mayWrite && (
          <div className="analytics-item__actions">
            <Button
              size="small"
              icon="refresh"
              busy={isBusy && !isRemoving}
              busyLabel={t('verifying')}
              aria-label={`${t('verify')}: ${dominio}`}
              onClick={() => void verify()}
            >
              {t('verify')}
            </Button>
            <Button
              size="small"
              icon="trash"
              aria-label={t('removeWhat', { domain: dominio })}
              onClick={() => setRemoving(true)}
            >
              {t('remove')}
            </Button>
          </div>
        )}
      </div>
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      {isFound && <Alert kind="success">{t('found', { domain: dominio })}</Alert>}
      <Fault domain={domain} />
      <Facts domain={domain} />
      {mayWrite && (
        <details open={estado === 'esperando'}>
          <summary>{t('how', { domain: dominio })}</summary>
          <ProofSteps domain={domain} calls={calls} onConfirmed={onReload} />
        </details>
      )}
      <Dialog
        open={isRemoving}
        title={t('remove.title', { domain: dominio })}
        onClose={() => setRemoving(false)}
        actions={
          <>
            <Button onClick={() => setRemoving(false)}>{shared('cancel')}</Button>
            <Button variant="danger" busy={isBusy} onClick={() => void remove()}>
              {t('remove.do')}
            </Button>
          </>
        }
      >
        {t('remove.text')}
      </Dialog>
    </li>
  )
}

const TONES = {
  esperando: ['', 'clock'],
  provado: ['analytics-state--good', 'shield-check'],
  perdido: ['analytics-state--bad', 'alert-triangle'],
} as const

const State = ({ domain: { estado, provado_por: by } }: { readonly domain: DomainFacts }) => {
  const { t } = useDomainsWords()
  const [tone, icon] = TONES[estado]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`state.${estado}`)} {by !== null && t(`by.${by}`)}
    </Badge>
  )
}

const Fault = ({ domain: { estado, falta } }: { readonly domain: DomainFacts }) => {
  const { t } = useDomainsWords()
  if (falta === null) return null
  return (
    <Alert kind={estado === 'esperando' ? 'info' : 'warning'}>
      {t(`missing.${falta}`)} {estado === 'provado' && t('missing.proved')}
      {estado === 'perdido' && t('missing.lost')}
    </Alert>
  )
}

const Facts = ({ domain }: { readonly domain: DomainFacts }) => {
  const { t } = useDomainsWords()
  const { momentText } = useManagementWords()
  const { dominio, enderecos, provado_em: proved, conferido_em: checked, proxima_conferencia: next } = domain
  return (
    <dl className="analytics-facts">
      {proved !== null && (
        <div>
          <dt>{t('proved')}</dt>
          <dd>{momentText(proved)}</dd>
        </div>
      )}
      <div>
        <dt>{t('checkedAt')}</dt>
        <dd>{momentText(checked)}</dd>
      </div>
      <div>
        <dt>{t('next')}</dt>
        <dd>{next === null ? t('next.none') : momentText(next)}</dd>
      </div>
      <div>
        <dt>{t('addresses')}</dt>
        <dd>
          {enderecos === null ? (
            t('addresses.none')
          ) : (
            <Link to={domainPlace(dominio)}>{t('addresses.see', { count: enderecos })}</Link>
          )}
        </dd>
      </div>
    </dl>
  )
}
