import { Alert, ScrollBox, Skeleton } from '@atalaia/ui'
import { useEffect, useState } from 'react'
import type { Gateway } from '../gateway/create-gateway.ts'
import { differencesOf, type Difference } from './differences.ts'

type DifferenceViewProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly from: string
  readonly to: string
}

type State = { readonly differences?: readonly Difference[]; readonly failure?: string }

/** The changes of a version from the one that everybody gets. */
export const DifferenceView = ({ gateway, remote, from, to }: DifferenceViewProps) => {
  const [{ differences, failure }, setState] = useState<State>({})
  useEffect(() => {
    let ended = false
    const compare = async () => {
      setState({})
      try {
        const [before, after] = await Promise.all([from, to].map((version) => gateway.descriptor(remote, version)))
        if (!ended && before && after) setState({ differences: differencesOf(before, after) })
      } catch (error) {
        if (!ended) setState({ failure: error instanceof Error ? error.message : String(error) })
      }
    }
    void compare()
    return () => {
      ended = true
    }
  }, [gateway, remote, from, to])
  if (failure !== undefined) return <Alert kind="danger">{failure}</Alert>
  if (!differences) return <Skeleton height={36} lines={2} />
  if (differences.length === 0)
    return (
      <p role="status">
        De {from} para {to} nada muda em bytes, rotas, direitos e módulos compartilhados.
      </p>
    )
  return (
    <ScrollBox label={`Diferenças de ${from} para ${to}`}>
      <table className="ui-table console-table">
        <caption>
          De {from} para {to}
        </caption>
        <thead>
          <tr>
            <th scope="col">O quê</th>
            <th scope="col">{from}</th>
            <th scope="col">{to}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ what, before, after }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
