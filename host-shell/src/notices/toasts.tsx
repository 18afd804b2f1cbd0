import { ToastClose, ToastIcon } from '@atalaia/ui'
import { useEffect } from 'react'
import { toast, ToastContainer } from 'react-toastify/unstyled'
import { useShell } from '../platform/shell-context.ts'

/** The time that a toast stays (P-TOAST-1). */
const TOAST_DURATION_MS = 10_000

/** Shows the toasts that the bus requests; they pause under the pointer and while the window has no focus. */
export const Toasts = () => {
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
