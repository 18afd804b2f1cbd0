import type { Remote } from '@atalaia/kernel'
import { resolveShares } from './resolve-shares.ts'

type ShareTableProps<Route> = {
  readonly remotes: readonly Remote<Route>[]
  readonly shared: Readonly<Record<string, readonly string[]>>
}

const descriptorOf = <Route,>(remote: Remote<Route>) => {
  const state = remote.state()
  return state.status === 'ready' ? state.running.descriptor : remote.descriptor
}

export const ShareTable = <Route,>({ remotes, shared }: ShareTableProps<Route>) => (
  <div className="ui-table-scroll">
    <table className="ui-table">
      <thead>
        <tr>
          <th scope="col">Módulo</th>
          <th scope="col">Na página</th>
          <th scope="col">Quem pede, e recebe</th>
        </tr>
      </thead>
      <tbody>
        {resolveShares(remotes.map(descriptorOf), shared).map(({ name, versions, wanted }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{versions.join(', ') || '—'}</td>
            <td>
              {wanted.length === 0
                ? '—'
                : wanted.map(({ remote, range, resolved }) => (
                    <div key={remote}>{`${remote} ${range} → ${resolved ?? 'nenhuma'}`}</div>
                  ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
