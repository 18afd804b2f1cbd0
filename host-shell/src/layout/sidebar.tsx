import type { SidebarEntry } from '@atalaia/contracts'
import { Link, useLocation } from '@atalaia/react/router'
import { BrandMark } from '@atalaia/ui'
import { useRef } from 'react'
import { sidebarClosed } from '../store/layout-slice.ts'
import { useLayout, useShellDispatch } from '../store/store.ts'
import { SidebarItem } from './sidebar-item.tsx'
import { useDrawer } from './use-drawer.ts'

export const sidebarId = 'menu-lateral'

/** Navigation from the descriptors' entries; on small screens a drawer that Escape and a click outside close. */
export const Sidebar = ({ entries, brand }: { entries: readonly SidebarEntry[]; brand: string }) => {
  const root = useRef<HTMLElement>(null)
  const open = useLayout(({ layout }) => layout.sidebar === 'open')
  const { pathname } = useLocation()
  const dispatch = useShellDispatch()
  const close = () => dispatch(sidebarClosed())
  useDrawer(root, open)
  return (
    <>
      <aside className="shell-sidebar ui-chrome" id={sidebarId} data-open={open} ref={root}>
        <div className="shell-sidebar-inner">
          <Link className="shell-brand" to="/app" onClick={close} aria-label={`${brand}, início`}>
            <BrandMark size={28} />
            <span>{brand}</span>
          </Link>
          <nav aria-label="Principal">
            <ul className="shell-nav">
              {entries.map((entry) => (
                <SidebarItem key={entry.path} entry={entry} pathname={pathname} onNavigate={close} />
              ))}
            </ul>
          </nav>
        </div>
      </aside>
      <div className="shell-veil" data-open={open} aria-hidden="true" />
    </>
  )
}
