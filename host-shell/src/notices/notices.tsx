import './notices.css'
import { ToastClose, ToastIcon } from '@atalaia/ui'
import { useEffect } from 'react'
import { toast, ToastContainer } from 'react-toastify/unstyled'
import { useShell } from '../platform/shell-context.ts'
import { OverrideBanner } from './overrides.tsx'
import { ReleaseNotice } from './release-notice.tsx'

/** All messages that lie over the page: toasts of remotes, and in another corner the platform's own notices. */
export const Notices = () => (
  <>
    <Toasts />
    <div className="shell-notices">
      <OverrideBanner />
      <ReleaseNotice />
    </div>
  </>
)

/** The time that a toast stays (P-TOAST-1). */
const TOAST_DURATION_MS = 10_000

/** Shows the toasts that the bus requests; they pause under the pointer and while the window has no focus. */
const Toasts = () => {
  const { bus } = useShell()
  useEffect(() => bus.subscribe('toast:requested', ({ kind, text }) => void toast(text, { type: kind })), [bus])
  return (
    <ToastContainer
      autoClose={TOAST_DURATION_MS}
      pauseOnHover
      pauseOnFocusLoss
      closeOnClick={false}
      icon={ToastIcon}
      closeButton={ToastClose}
      position="top-right"
      aria-label="Notificações"
    />
  )
}
