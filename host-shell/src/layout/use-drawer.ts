import { useEffect, type RefObject } from 'react'
import { sidebarClosed } from '../store/layout-slice.ts'
import { useShellDispatch } from '../store/store.ts'

/** Closes the drawer on Escape and on a click outside; the focus goes in with it and back after it. */
export const useDrawer = (root: RefObject<HTMLElement | null>, open: boolean): void => {
  const dispatch = useShellDispatch()

  useEffect(() => {
    if (!open) return
    const opener = document.activeElement
    root.current?.querySelector('a')?.focus()
    const close = () => dispatch(sidebarClosed())
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      if (opener instanceof HTMLElement) opener.focus()
    }
    const onPointer = ({ target }: PointerEvent) => {
      const inside = target instanceof Node && (root.current?.contains(target) || opener?.contains(target))
      if (!inside) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [open, root, dispatch])
}
