import { ToastClose, ToastIcon } from '@atalaia/ui'
import { useEffect } from 'react'
import { toast, ToastContainer } from 'react-toastify/unstyled'
import { useShell } from '../platform/shell-context.ts'

/** How long a toast stays (spec.md section 9). */
const duration = 10_000

/** Shows what the bus asks for; pauses under the pointer and while the window has no focus. */
export const Toasts = () => {
  const { bus } = useShell()
  useEffect(() => bus.subscribe('toast:requested', ({ kind, text }) => void toast(text, { type: kind })), [bus])
  return (
    <ToastContainer
      autoClose={duration}
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
