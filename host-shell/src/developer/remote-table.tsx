import type { ActivationReport } from '@atalaia/contracts'
import type { Remote, RemoteState } from '@atalaia/kernel'

type RemoteTableProps<Route> = {
  readonly remotes: readonly Remote<Route>[]
  readonly activations: readonly ActivationReport[]
}

const stateText = <Route,>(state: RemoteState<Route>): string => {
  switch (state.status) {
    case 'idle':
      return 'não carregado'
    case 'loading':
      return `carregando (${state.phase})`
    case 'ready':
      return 'pronto'
    case 'failed':
      return 'falhou'
    case 'disposed':
      return 'encerrado'
  }
}

const versionText = <Route,>({ descriptor, ...remote }: Remote<Route>): string => {
  const state = remote.state()
  if (state.status !== 'ready' || state.running.source !== 'fallback') return descriptor.version
  return `${state.running.descriptor.version} (em vez de ${descriptor.version})`
}

const sourceText = <Route,>({ override, ...remote }: Remote<Route>): string => {
  if (override !== undefined) return override
  const state = remote.state()
  return state.status === 'ready' && state.running.source === 'fallback' ? 'última versão que funcionou' : 'release'
}

const timesText = (report: ActivationReport | undefined): string =>
  Object.entries(report?.milliseconds ?? {})
    .map(([phase, milliseconds]) => `${phase} ${Math.round(milliseconds)} ms`)
    .join(' · ') || '—'

export const RemoteTable = <Route,>({ remotes, activations }: RemoteTableProps<Route>) => (
  <div className="ui-table-scroll">
    <table className="ui-table">
      <thead>
        <tr>
          <th scope="col">Remote</th>
          <th scope="col">Versão</th>
          <th scope="col">Origem</th>
          <th scope="col">Estado</th>
          <th scope="col">Tempos</th>
        </tr>
      </thead>
      <tbody>
        {remotes.map((remote) => (
          <tr key={remote.name}>
            <th scope="row">{remote.name}</th>
            <td>{versionText(remote)}</td>
            <td>{sourceText(remote)}</td>
            <td>{stateText(remote.state())}</td>
            <td>{timesText(activations.findLast((report) => report.remote === remote.name))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
