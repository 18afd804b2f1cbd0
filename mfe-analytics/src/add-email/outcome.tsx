import type { HttpFailure } from '@atalaia/contracts'
import { Alert } from '@atalaia/ui'
import { useSelector } from '@atalaia/react/redux'
import { useLanguage } from '../language/use-language.ts'
import { AddressLink, useHasAddressPages } from '../links/address-link.tsx'
import type { RootState } from '../state/load-dashboard.ts'
import type { AddressProblem } from './check-address.ts'
import { failureReason } from './failure-reason.ts'

/** The state of the form; while it sends, nothing else is sent (P-EMAIL-6). */
export type Sending =
  | { readonly kind: 'idle' }
  | { readonly kind: 'refused'; readonly problem: AddressProblem }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent'; readonly email: string }
  | { readonly kind: 'failed'; readonly failure: HttpFailure }

/**
 * Confirmation with the findings (P-EMAIL-4, P-EMAIL-18), or the server's reason for a failure
 * (P-EMAIL-5).
 */
export const Outcome = ({ sending, onDismiss }: { sending: Sending; onDismiss: () => void }) => {
  const language = useLanguage()
  const { t } = language
  if (sending.kind === 'sent') {
    return (
      <Alert kind="success" onDismiss={onDismiss}>
        {t('add.sent')}
        <Found email={sending.email} />
      </Alert>
    )
  }
  if (sending.kind !== 'failed') return null
  const reason = failureReason(sending.failure, language)
  return (
    <Alert kind="danger" onDismiss={onDismiss}>
      <p className="analytics-add__failure">{t('add.failed')}</p>
      {reason && (
        <p className="analytics-add__reason" lang={reason.lang}>
          {reason.text}
        </p>
      )}
    </Alert>
  )
}

/** Findings of a new address once the numbers are loaded. Empty while the address waits for its owner. */
const Found = ({ email }: { readonly email: string }) => {
  const { t } = useLanguage()
  const { emails, leaks } = useSelector((state: RootState) => state.dashboard)
  const hasPages = useHasAddressPages()
  const row = emails?.find((each) => each.email === email.toLowerCase())
  if (!row || row.aguarda === true) return null
  const { id, numero_vazamentos: sources, numero_senhas: passwords } = row
  if (sources === 0)
    return (
      <p className="analytics-add__found">
        {t('add.unfound', { email: row.email, sources: leaks.cobertura?.fontes ?? 0 })}
      </p>
    )
  return (
    <p className="analytics-add__found">
      {t('add.found', { email: row.email, sources, passwords })}{' '}
      {hasPages && <AddressLink id={id}>{t('add.next')}</AddressLink>}
    </p>
  )
}
