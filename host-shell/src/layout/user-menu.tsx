import { isThemeName, THEME_NAMES, type User } from '@atalaia/contracts'
import { Icon, Menu, themes, VisuallyHidden } from '@atalaia/ui'
import { useShell } from '../platform/shell-context.ts'
import { themeChosen, useLayout, useShellDispatch } from '../store/store.ts'

/** The signed-in user's name, else the e-mail address, else 'Username' (P-HEADER-1). */
const displayName = ({ name, email }: User): string => name ?? email ?? 'Username'

const Avatar = ({ user }: { user: User }) =>
  user.avatar ? (
    <img className="shell-avatar" src={user.avatar} alt="" width={28} height={28} />
  ) : (
    <span className="shell-avatar" aria-hidden="true">
      {displayName(user).charAt(0).toUpperCase()}
    </span>
  )

const themeOptions = THEME_NAMES.map((value) => ({ value, label: themes[value].label }))

/** The user's name with a menu: theme and log-out. */
export const UserMenu = ({ user }: { user: User }) => {
  const { bus } = useShell()
  const theme = useLayout(({ layout }) => layout.theme)
  const dispatch = useShellDispatch()
  return (
    <Menu
      className="shell-user"
      label={`Menu de ${displayName(user)}`}
      named="trigger"
      trigger={
        <>
          <Avatar user={user} />
          <span className="shell-user-name">
            <VisuallyHidden>Menu de </VisuallyHidden>
            {displayName(user)}
          </span>
          <Icon name="chevron-down" />
        </>
      }
      items={[
        {
          kind: 'choices',
          id: 'theme',
          label: 'Tema',
          value: theme,
          options: themeOptions,
          onSelect: (value) => {
            if (isThemeName(value)) dispatch(themeChosen(value))
          },
        },
        { kind: 'separator', id: 'line' },
        {
          kind: 'action',
          id: 'logout',
          label: 'Sair',
          icon: 'power',
          onSelect: () => bus.publish('logout:requested', { reason: 'logout' }),
        },
      ]}
    />
  )
}
