import { useSession, useUser } from '@atalaia/react'

export const title = 'A sessão e a pessoa'

export const Example = () => {
  const session = useSession()
  const user = useUser()
  return (
    <dl className="kit-facts">
      <div>
        <dt>Sessão</dt>
        <dd>{session.status === 'active' ? 'ativa' : 'ninguém entrou'}</dd>
      </div>
      <div>
        <dt>Pessoa</dt>
        <dd>{user?.name ?? '—'}</dd>
      </div>
    </dl>
  )
}
