import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { useLocation, useNavigate } from '@atalaia/react/router'
import { IconButton, Skeleton } from '@atalaia/ui'
import { useCallback, useEffect, useId, useRef, type RefObject } from 'react'
import { addressPartIn, belowIn } from '../links/address-place.ts'
import { AddressContent } from './address-content.tsx'
import { AddressFailure } from './address-failure.tsx'
import { t } from './address-words.ts'
import { useAddress, type AddressParts } from './use-address.ts'
import './address.css'

/** One monitored address, over the dashboard: a drawer, and on a narrow window the whole page. */
export const AddressDrawer = (parts: AddressParts) => {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { hash } = useLocation()
  const close = useClose()
  const { state, reload, mark } = useAddress(parts)

  useModal(dialog)
  useEffect(() => {
    const element = dialog.current
    // The backdrop's clicks are the dialog's own.
    const onClick = ({ target }: MouseEvent) => {
      if (target === element) close()
    }
    element?.addEventListener('click', onClick)
    return () => {
      element?.removeEventListener('click', onClick)
    }
  }, [close])

  return (
    <dialog
      ref={dialog}
      className="analytics-address"
      aria-labelledby={titleId}
      aria-busy={state.status === 'loading'}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div className="analytics-address__sheet">
        <header className="analytics-address__head">
          <div className="analytics-address__names">
            <p className="analytics-address__over">{t('title')}</p>
            <h2 id={titleId} className="analytics-address__title">
              {state.status === 'ready' ? state.exposure.email : t('title')}
            </h2>
          </div>
          <IconButton icon="x" label={t('close')} onClick={close} />
        </header>
        {state.status === 'loading' && <Loading />}
        {state.status === 'failed' && (
          <AddressFailure failure={state.failure} onRetry={() => void reload()} onBack={close} />
        )}
        {state.status === 'ready' && (
          <AddressContent exposure={state.exposure} explained={addressPartIn(hash)} onMark={mark} />
        )}
      </div>
    </dialog>
  )
}

const Loading = () => (
  <div role="status" aria-label={t('loading')} className="analytics-address__loading">
    <Skeleton height={56} lines={2} />
    <Skeleton height={24} lines={6} />
  </div>
)

/** Leads back to the dashboard: by the way the person came, or to it where the address itself was opened. */
const useClose = () => {
  const { state } = useLocation()
  const navigate = useNavigate()
  const isFromBelow = belowIn(state) !== undefined
  return useCallback(() => {
    if (isFromBelow) void navigate(-1)
    else void navigate(PRODUCT_ROUTES.analytics, { replace: true, preventScrollReset: true })
  }, [isFromBelow, navigate])
}

/** Opens the dialog, and hands the focus back when it goes. */
const useModal = (dialog: RefObject<HTMLDialogElement | null>) =>
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    if (element && !element.open) element.showModal()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [dialog])
