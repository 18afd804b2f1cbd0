import { HOME_ROUTE, ROLE_LABELS, type RemoteRoute } from '@atalaia/contracts'
import { Link } from '@atalaia/react/router'
import { EmptyState, lazily, PageHeader } from '@atalaia/ui'
import { useSessionState } from '../platform/shell-context.ts'

const roleNames = lazily(() => new Intl.ListFormat('pt-BR', { type: 'disjunction' }))

/** Replaces a route of other roles (M-MEMBER-7). */
export const ForbiddenPage = ({ title, roles = [] }: Pick<RemoteRoute, 'title' | 'roles'>) => {
  const session = useSessionState()
  const own = session.status === 'active' && session.role ? ` O seu é ${ROLE_LABELS[session.role]}.` : ''
  const wanted = roleNames().format(roles.map((role) => ROLE_LABELS[role]))
  return (
    <>
      <PageHeader title={title} trail={[title]} />
      <EmptyState title="Sem permissão">
        <p>{`Esta página é de quem tem o papel de ${wanted} na organização.${own}`}</p>
        <Link to={HOME_ROUTE}>Ir para o painel</Link>
      </EmptyState>
    </>
  )
}
