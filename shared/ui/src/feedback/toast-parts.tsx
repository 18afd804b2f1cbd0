import { IconButton } from '../controls/icon-button.tsx'
import { Icon } from '../icons/icon.tsx'
import { kindIcons } from './kind-icons.ts'

/** For react-toastify's `icon`; `type` is its kind. */
export const ToastIcon = ({ type }: { type: string }) => (
  <Icon
    name={kindIcons[type === 'success' || type === 'warning' ? type : type === 'error' ? 'danger' : 'info']}
    size={20}
  />
)

/** For react-toastify's `closeButton`. */
export const ToastClose = ({ closeToast }: { closeToast: () => void }) => (
  <IconButton
    className="ui-toast-close"
    icon="x"
    label="Fechar"
    onClick={(event) => {
      // A click on the toast itself closes it too.
      event.stopPropagation()
      closeToast()
    }}
  />
)
