import { useEffect, type RefObject } from 'react'

type ModalOptions = {
  /** Default: true. */
  readonly isOpen?: boolean
  /** A selector of the part that takes the focus. Default: as the browser chooses. */
  readonly first?: string
}

/** Opens a dialog over the page, which is inert meanwhile, and hands the focus back when it goes. */
export const useModal = (
  dialog: RefObject<HTMLDialogElement | null>,
  { isOpen = true, first }: ModalOptions = {},
): void =>
  useEffect(() => {
    const element = dialog.current
    if (!isOpen || !element) return
    const before = document.activeElement
    if (!element.open) element.showModal()
    if (first !== undefined) element.querySelector<HTMLElement>(first)?.focus()
    return () => {
      element.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [dialog, isOpen, first])
