import { Alert, DataTable, ScrollBox, Skeleton, useLoaded } from '@atalaia/ui'
import { answerOf } from '../gateway/answer-of.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { differencesOf } from './differences.ts'

type DifferenceViewProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly from: string
  readonly to: string
}

export const DifferenceView = ({ gateway, remote, from, to }: DifferenceViewProps) => {
  const load = async () => {
    const [before, after] = await Promise.all([gateway.descriptor(remote, from), gateway.descriptor(remote, to)])
    return differencesOf(before, after)
  }
  const { value: differences, failure } = useLoaded(`${remote} ${from} ${to}`, () => answerOf(load))
  if (failure !== undefined) return <Alert kind="danger">{failure.message}</Alert>
  if (!differences) return <Skeleton height={36} lines={2} />
  if (differences.length === 0)
    return (
      <p role="status">
        De {from} para {to} nada muda em bytes, rotas, direitos e módulos compartilhados.
      </p>
    )
  return (
    <ScrollBox label={`Diferenças de ${from} para ${to}`}>
      <DataTable
        className="console-table"
        caption={`De ${from} para ${to}`}
        rows={differences}
        keyOf={({ what }) => what}
        columns={[
          { key: 'what', title: 'O quê', isRowHeader: true, cell: ({ what }) => what },
          { key: 'before', title: from, cell: ({ before }) => before },
          { key: 'after', title: to, cell: ({ after }) => after },
        ]}
      />
    </ScrollBox>
  )
}
