import { allows, type OrderName } from '@atalaia/artifact/rows'
import { DEFAULT_CHANNEL } from '@atalaia/contracts'
import { Alert, Button, Skeleton, useLoaded } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { RemoteDetail } from '../detail/remote-detail.tsx'
import { answerOf, LOOK_EVERY_MS } from '../gateway/answer-of.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { timeText } from '../texts.ts'
import { FreezesCard } from '../freezes/freezes-card.tsx'
import { DoctorCard } from './doctor-card.tsx'
import { InstallationCard } from './installation-card.tsx'
import { LiveTable, type Place } from './live-table.tsx'
import { remoteNames } from './remote-names.ts'

type BoardProps = { readonly gateway: Gateway; onLeave(): void }

export const Board = ({ gateway, onLeave }: BoardProps) => {
  const { value, failure, reload } = useLoaded('live', () => answerOf(gateway.live), { every: LOOK_EVERY_MS })
  const { value: key, failure: keyFailure } = useLoaded('key', () => answerOf(gateway.key), { every: LOOK_EVERY_MS })
  const [chosen, setChosen] = useState<Place>()
  const first = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => first.current?.focus(), [])
  const names = value ? remoteNames(value) : []
  const [only] = names.length === 1 ? names : []
  const place = chosen ?? (only === undefined ? undefined : { remote: only, channel: DEFAULT_CHANNEL })
  // A gateway that cannot say what the key may do refuses by itself what it may not.
  const may = (order: OrderName) => (key ? allows(order, key.holder, place?.remote) : keyFailure !== undefined)
  return (
    <>
      {failure && <Alert kind="danger">{failure.message}</Alert>}
      <div className="console-bar">
        <p className="ui-muted" ref={first} tabIndex={-1}>
          Atualizado a cada 3 segundos.
          {key && ` Chave de ${key.who}, ${key.ends === null ? 'sem fim' : `até ${timeText(key.ends)}`}.`}
        </p>
        <Button icon="power" onClick={onLeave}>
          Esquecer a chave
        </Button>
      </div>
      {value ? <LiveTable live={value} chosen={place} onChoose={setChosen} /> : <Skeleton height={40} lines={4} />}
      {value && place && (key ?? keyFailure) && (
        <RemoteDetail
          key={`${place.remote} ${place.channel}`}
          gateway={gateway}
          {...place}
          live={value}
          may={may}
          focused={chosen !== undefined}
          onMoved={reload}
          onChannel={(channel) => setChosen({ remote: place.remote, channel })}
        />
      )}
      <FreezesCard gateway={gateway} remotes={names} mayChange={may('windows')} onChanged={reload} />
      <DoctorCard gateway={gateway} />
      {key && may('installation') && <InstallationCard gateway={gateway} />}
    </>
  )
}
