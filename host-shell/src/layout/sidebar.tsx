import type { SidebarEntry } from '@atalaia/contracts'
import { Link, useLocation } from '@atalaia/react/router'
import { BrandMark } from '@atalaia/ui'
import { useEffect, useRef, type RefObject } from 'react'
import { sidebarClosed, useLayout, useShellDispatch } from '../store/store.ts'
import { SidebarItem } from './sidebar-item.tsx'
import { WaitingEntries } from './waiting.tsx'

export const SIDEBAR_ID = 'menu-lateral'

export type SidebarProps = {
  readonly entries: readonly SidebarEntry[]
  /** True: more entries may come (M-RELEASE-17). Present entries wait, so that none moves. */
  readonly awaitsMore: boolean
  readonly brand: string
}

/** The logo leads to /app (P-HEADER-5). A drawer on small screens. */
export const Sidebar = ({ entries, awaitsMore, brand }: SidebarProps) => {
  const root = useRef<HTMLElement>(null)
  const open = useLayout(({ layout }) => layout.sidebar === 'open')
  const { pathname } = useLocation()
  const dispatch = useShellDispatch()
  const close = () => dispatch(sidebarClosed())
  useDrawerFocus(root, open)
  return (
    <>
      <aside className="shell-sidebar ui-chrome" id={SIDEBAR_ID} data-open={open} ref={root}>
        <div className="shell-sidebar-inner">
          <Link className="shell-brand" to="/app" onClick={close} aria-label={`${brand}, início`}>
            <BrandMark size={28} />
            <span>{brand}</span>
          </Link>
          <nav aria-label="Principal">
            {awaitsMore ? (
              <WaitingEntries />
            ) : (
              <ul className="shell-nav">
                {entries.map((entry) => (
                  <SidebarItem key={entry.path} entry={entry} pathname={pathname} onNavigate={close} />
                ))}
              </ul>
            )}
          </nav>
        </div>
      </aside>
      <div className="shell-veil" data-open={open} aria-hidden="true" />
    </>
  )
}

/** Escape and a click outside close the drawer; Escape returns the focus (P-HEADER-4). */
const useDrawerFocus = (root: RefObject<HTMLElement | null>, open: boolean): void => {
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
