import { DEFAULT_CHANNEL } from '@atalaia/contracts'
import { Alert, Button, Skeleton } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { RemoteDetail } from '../detail/remote-detail.tsx'
import type { Gateway } from '../gateway/create-gateway.ts'
import { usePolled } from '../gateway/use-polled.ts'
import { DoctorCard } from './doctor-card.tsx'
import { LiveTable, type Place } from './live-table.tsx'
import { remoteNames } from './remote-names.ts'

type BoardProps = { readonly gateway: Gateway; onLeave(): void }

/** The live versions of all remotes, and one remote in detail. */
export const Board = ({ gateway, onLeave }: BoardProps) => {
  const { value, failure, reload } = usePolled(gateway.live)
  const [chosen, setChosen] = useState<Place>()
  const first = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => first.current?.focus(), [])
  const names = value ? remoteNames(value) : []
  const [only] = names.length === 1 ? names : []
  const place = chosen ?? (only === undefined ? undefined : { remote: only, channel: DEFAULT_CHANNEL })
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
      {value ? <LiveTable live={value} chosen={place} onChoose={setChosen} /> : <Skeleton height={40} lines={4} />}
      {value && place && (
        <RemoteDetail
          key={`${place.remote} ${place.channel}`}
          gateway={gateway}
          {...place}
          live={value}
          focused={chosen !== undefined}
          onMoved={reload}
          onChannel={(channel) => setChosen({ remote: place.remote, channel })}
        />
      )}
      <DoctorCard gateway={gateway} />
    </>
  )
}
