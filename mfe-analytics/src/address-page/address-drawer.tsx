import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { Link, useLocation, useNavigate } from '@atalaia/react/router'
import { Button, IconButton, useModal } from '@atalaia/ui'
import { useCallback, useEffect, useId, useRef } from 'react'
import { addressPartIn, caseIn } from '../links/address-part-in.ts'
import { belowIn } from '../links/address-place.ts'
import { REPORTS_PLACE, stateAbout } from '../links/report-place.ts'
import { useMayHandle } from '../session/use-may-handle.ts'
import { AddressBody } from './address-body.tsx'
import { useAddressWords } from '../address/address-words.ts'
import { Neighbours } from './neighbours.tsx'
import { Removed, RemovalNote } from './removal-part.tsx'
import { useAddressPage, type AddressParts } from './use-address-page.ts'
import { useRemoval } from './use-removal.ts'
import '../address/address.css'

export type AddressDrawerProps = AddressParts & {
  readonly onChanged: () => void
}

/**
 * Drawer over the dashboard, a whole page on narrow windows (P-ADDRESS-1), with reports
 * (P-ADDRESS-11) and removal (P-LIST-14).
 */
export const AddressDrawer = ({ onChanged, ...parts }: AddressDrawerProps) => {
  const { t } = useAddressWords()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { hash } = useLocation()
  const close = useClose()
  const page = useAddressPage(parts, { hasCases: true })
  const { exposure } = page
  const mayRemove = useMayHandle()
  const heading = useRef<HTMLHeadingElement>(null)
  const removal = useRemoval({
    ...parts,
    onRemoved: onChanged,
    onRestored: () => {
      onChanged()
      page.reload()
      // The button of the undo has gone.
      heading.current?.focus()
    },
  })

  const dismiss = () => {
    removal.dismiss()
    heading.current?.focus()
  }

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
      aria-busy={!exposure && !page.failure}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <div className="analytics-address__sheet">
        <header className="analytics-address__head">
          <div className="analytics-address__names">
            <p className="analytics-address__over">{t('title')}</p>
            <h2 ref={heading} id={titleId} tabIndex={-1} className="analytics-address__title">
              {exposure?.email ?? t('title')}
            </h2>
          </div>
          <Neighbours id={parts.id} />
          <IconButton icon="x" label={t('close')} onClick={close} />
        </header>
        {removal.status === 'removed' ? (
          <Removed removal={removal} />
        ) : (
          <>
            {exposure && (
              <div className="analytics-address__ways">
                <Link to={REPORTS_PLACE} state={stateAbout(exposure.email)}>
                  {t('reports')}
                </Link>
                {mayRemove && (
                  <Button
                    size="small"
                    variant="ghost"
                    icon="trash"
                    busy={removal.isBusy}
                    onClick={() => void removal.remove()}
                  >
                    {t('remove')}
                  </Button>
                )}
              </div>
            )}
            <RemovalNote removal={{ ...removal, dismiss }} />
            <AddressBody
              page={page}
              http={parts.http}
              id={parts.id}
              explained={addressPartIn(hash)}
              linked={caseIn(hash)}
              onBack={close}
              onChanged={onChanged}
            />
          </>
        )}
      </div>
    </dialog>
  )
}

/** P-ADDRESS-2 */
const useClose = () => {
  const { state } = useLocation()
  const navigate = useNavigate()
  const isFromBelow = belowIn(state) !== undefined
  return useCallback(() => {
    if (isFromBelow) void navigate(-1)
    else void navigate(PRODUCT_ROUTES.analytics, { replace: true, preventScrollReset: true })
  }, [isFromBelow, navigate])
}
