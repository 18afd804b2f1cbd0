import type { SidebarEntry } from '@atalaia/contracts'
import { Link } from '@atalaia/react/router'
import { Icon, isIconName } from '@atalaia/ui'

/** The path without its last segment (P-HEADER-7). */
export const activePath = (pathname: string): string => pathname.replace(/\/[^/]*\/?$/, '') || '/'

/** Mark of an entry's child: the page itself, or the entry above the page (P-HEADER-12). */
export const currentOf = (path: string, pathname: string): 'page' | 'true' | undefined => {
  const here = pathname.replace(/\/$/, '')
  if (here === path) return 'page'
  return here.startsWith(`${path}/`) ? 'true' : undefined
}

type SidebarItemProps = {
  readonly entry: SidebarEntry
  readonly pathname: string
  readonly onNavigate: () => void
}

export const SidebarItem = ({ entry, pathname, onNavigate }: SidebarItemProps) => {
  const holdsPage = entry.children?.some(({ path }) => currentOf(path, pathname) !== undefined) === true
  const active = activePath(pathname) === entry.path || pathname === entry.path || holdsPage
  return (
    <li>
      <Link
        className="shell-nav-link"
        to={entry.path}
        onClick={onNavigate}
        data-active={active}
        aria-current={active ? 'true' : undefined}
      >
        {isIconName(entry.icon) && <Icon name={entry.icon} size={20} />}
        <span>{entry.label}</span>
      </Link>
      {entry.children && (
        <ul className="shell-nav-children">
          {entry.children.map(({ path, label }) => (
            <li key={path}>
              <Link
                className="shell-nav-link"
                to={path}
                onClick={onNavigate}
                data-active={currentOf(path, pathname) !== undefined}
                aria-current={currentOf(path, pathname)}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
