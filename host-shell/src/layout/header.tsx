import { IconButton } from '@atalaia/ui'
import { useShell } from '../platform/shell-context.ts'
import { sidebarToggled, useLayout, useShellDispatch } from '../store/store.ts'
import { SIDEBAR_ID } from './sidebar.tsx'
import { UserMenu, type UserMenuProps } from './user-menu.tsx'

/** P-HEADER-3 */
export const Header = ({ user, isOperator }: UserMenuProps) => {
  const { bus } = useShell()
  const open = useLayout(({ layout }) => layout.sidebar === 'open')
  const dispatch = useShellDispatch()
  return (
    <header className="shell-header ui-chrome">
      <IconButton
        className="shell-burger"
        icon="menu"
        label={open ? 'Fechar menu' : 'Abrir menu'}
        aria-expanded={open}
        aria-controls={SIDEBAR_ID}
        onClick={() => dispatch(sidebarToggled())}
      />
      <div className="shell-header-end">
        <UserMenu user={user} isOperator={isOperator} />
        <IconButton icon="power" label="Sair" onClick={() => bus.publish('logout:requested', { reason: 'logout' })} />
      </div>
    </header>
  )
}
