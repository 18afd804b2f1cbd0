import { Alert, Button, Skeleton } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { RemoteDetail } from '../detail/remote-detail.tsx'
import type { Gateway } from '../gateway/create-gateway.ts'
import { usePolled } from '../gateway/use-polled.ts'
import { LiveTable } from './live-table.tsx'
import { remoteNames } from './remote-names.ts'

type BoardProps = { readonly gateway: Gateway; onLeave(): void }

/** The live versions of all remotes, and one remote in detail. */
export const Board = ({ gateway, onLeave }: BoardProps) => {
  const { value, failure, reload } = usePolled(gateway.live)
  const [chosen, setChosen] = useState<string>()
  const first = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => first.current?.focus(), [])
  const names = value ? remoteNames(value) : []
  const remote = chosen ?? (names.length === 1 ? names[0] : undefined)
  return (
    <>
      {failure && <Alert kind="danger">{failure.message}</Alert>}
      <div className="console-bar">
        <p className="ui-muted" ref={first} tabIndex={-1}>
          Atualizado a cada 3 segundos.
        </p>
        <Button icon="power" onClick={onLeave}>
          Esquecer a chave
        </Button>
      </div>
      {value ? <LiveTable live={value} chosen={remote} onChoose={setChosen} /> : <Skeleton height={40} lines={4} />}
      {value && remote !== undefined && (
        <RemoteDetail
          key={remote}
          gateway={gateway}
          remote={remote}
          live={value}
          focused={chosen !== undefined}
          onMoved={reload}
        />
      )}
    </>
  )
}
