import { PRODUCT_ROUTES, SYSTEM_THEME, THEME_NAMES, type User } from '@atalaia/contracts'
import { useNavigate } from '@atalaia/react/router'
import { Icon, Menu, themes, VisuallyHidden, type MenuItem } from '@atalaia/ui'
import { prefersLight } from '../platform/browser.ts'
import { useShell } from '../platform/shell-context.ts'
import { themeChosen, useLayout, useShellDispatch } from '../store/store.ts'
import { choiceOf } from '../store/theme.ts'
import { useOrganisations } from './use-organisations.ts'

/** P-HEADER-1 */
const displayName = ({ name, email }: User): string => name ?? email ?? 'Username'

/** P-HEADER-2 */
const Avatar = ({ user }: { user: User }) =>
  user.avatar ? (
    <img className="shell-avatar" src={user.avatar} alt="" width={28} height={28} />
  ) : (
    <span className="shell-avatar" aria-hidden="true">
      {displayName(user).charAt(0).toUpperCase()}
    </span>
  )

const themeOptions = [
  ...THEME_NAMES.map((value) => ({ value, label: themes[value].label, theme: value })),
  { value: SYSTEM_THEME, label: 'Sistema' },
]

const organisationItem = (onSelect: () => void): MenuItem => ({
  kind: 'action',
  id: 'organisation',
  label: 'Organização',
  icon: 'users',
  onSelect,
})

const accountItem = (onSelect: () => void): MenuItem => ({
  kind: 'action',
  id: 'account',
  label: 'Conta',
  icon: 'user',
  onSelect,
})

const operatorItem = (onSelect: () => void): MenuItem => ({
  kind: 'action',
  id: 'operator',
  label: 'Operação',
  icon: 'settings',
  onSelect,
})

export type UserMenuProps = {
  readonly user: User
  readonly isOperator: boolean
}

export const UserMenu = ({ user, isOperator }: UserMenuProps) => {
  const { bus, kernel } = useShell()
  const navigate = useNavigate()
  const hasAccount = kernel.routes.some(({ route }) => route.path === PRODUCT_ROUTES.account)
  const hasOrganisation = kernel.routes.some(({ route }) => route.path === PRODUCT_ROUTES.organisation)
  const { organisations, current, ask, enter } = useOrganisations()
  const choice = useLayout(({ layout }) => layout.choice)
  const dispatch = useShellDispatch()
  return (
    <Menu
      className="shell-user"
      label={`Menu de ${displayName(user)}`}
      named="trigger"
      onOpen={ask}
      trigger={
        <>
          <Avatar user={user} />
          <span className="shell-user-name">
            <VisuallyHidden>Menu de</VisuallyHidden> {displayName(user)}
          </span>
          <Icon name="chevron-down" />
        </>
      }
      items={[
        {
          kind: 'choices',
          id: 'theme',
          label: 'Tema',
          value: choice,
          options: themeOptions,
          onSelect: (value) => dispatch(themeChosen({ choice: choiceOf(value), prefersLight: prefersLight() })),
        },
        { kind: 'separator', id: 'line' },
        ...(hasOrganisation ? [organisationItem(() => void navigate(PRODUCT_ROUTES.organisation))] : []),
        ...(isOperator ? [operatorItem(() => void navigate(PRODUCT_ROUTES.operator))] : []),
        ...(hasAccount ? [accountItem(() => void navigate(PRODUCT_ROUTES.account))] : []),
        {
          kind: 'action',
          id: 'logout',
          label: 'Sair',
          icon: 'power',
          onSelect: () => bus.publish('logout:requested', { reason: 'logout' }),
        },
        // Last: they come when the list is open already, and move nothing.
        ...(organisations.length > 1 && current !== undefined
          ? [
              { kind: 'separator' as const, id: 'line-of-organisations' },
              {
                kind: 'choices' as const,
                id: 'organisations',
                label: 'Organização',
                value: current,
                options: organisations.map(({ id, nome }) => ({ value: id, label: nome })),
                onSelect: (id: string) => void enter(id),
              },
            ]
          : []),
      ]}
    />
  )
}
