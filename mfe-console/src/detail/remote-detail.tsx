import type { OrderName } from '@atalaia/artifact/rows'
import { DEFAULT_CHANNEL } from '@atalaia/contracts'
import { Alert, Skeleton, useLoaded } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { answerOf, LOOK_EVERY_MS } from '../gateway/answer-of.ts'
import type { Live } from '../gateway/answers.ts'
import type { Gateway } from '../gateway/create-gateway.ts'
import { Ask, type Question } from '../dialogs/ask.tsx'
import { PromoteDialog, type Promoting } from '../promote/promote-dialog.tsx'
import { GrantsCard } from './grants-card.tsx'
import { HistoryCard } from './history-card.tsx'
import { PlansCard } from './plans-card.tsx'
import { RolloutCard } from './rollout-card.tsx'
import { VersionsCard } from './versions-card.tsx'

type RemoteDetailProps = {
  readonly gateway: Gateway
  readonly remote: string
  readonly channel: string
  readonly live: Live
  /** A person chose the remote: reading continues here. */
  readonly focused: boolean
  /** Hides buttons of forbidden orders (M-CONSOLE-9). */
  may(order: OrderName): boolean
  onMoved(): void
  onChannel(channel: string): void
}

export const RemoteDetail = ({
  gateway,
  remote,
  channel,
  live,
  focused,
  may,
  onMoved,
  onChannel,
}: RemoteDetailProps) => {
  const maySee = may('history')
  const load = async () => {
    const [{ moves }, found, plans] = await Promise.all([
      gateway.history(remote),
      gateway.rollouts(remote),
      gateway.plans(remote),
    ])
    return { moves, ...found, plans }
  }
  const { value, failure, reload } = useLoaded(maySee ? remote : undefined, () => answerOf(load), {
    every: LOOK_EVERY_MS,
  })
  const [question, setQuestion] = useState<Question>()
  const [promoting, setPromoting] = useState<Promoting>()
  const [said, setSaid] = useState('')
  const [revision, setRevision] = useState(0)
  const title = useRef<HTMLHeadingElement>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    if (focused) title.current?.focus()
  }, [focused])
  // An order's button is gone once it was carried out: who was at it goes on from the heading (M-CONSOLE-5).
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) title.current?.focus()
  })
  const promote = (asked: Promoting) => {
    setSaid('')
    setPromoting(asked)
  }
  const done = () => {
    setQuestion(undefined)
    setPromoting(undefined)
    setRevision((before) => before + 1)
    reload()
    onMoved()
  }
  const promoted = (waits: boolean) => {
    setSaid(waits ? 'A promoção foi pedida, e espera: veja abaixo.' : '')
    done()
  }
  const parts = { gateway, remote, channel, live, may, ask: setQuestion }
  const channels = [...new Set([DEFAULT_CHANNEL, channel, ...live.pointers.map((one) => one.channel)])].toSorted()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it notes where the focus is
    <section
      className="console-detail"
      aria-label={`Remoto ${remote}`}
      onFocus={() => void (hasFocus.current = true)}
      onBlur={() => void (hasFocus.current = false)}
    >
      <h2 className="console-detail__title" ref={title} tabIndex={-1}>
        {remote}
      </h2>
      {channels.length > 1 && (
        <label className="console-channel">
          Canal{' '}
          <select className="form-control" value={channel} onChange={({ target }) => onChannel(target.value)}>
            {channels.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      {failure && <Alert kind="warning">{failure.message}</Alert>}
      <p role="status" className="console-said">
        {said}
      </p>
      {maySee && !value && !failure && <Skeleton height={48} lines={3} />}
      {!maySee && <p className="ui-muted">Esta chave não é deste remoto: dele mostra o que está no ar e publicado.</p>}
      {value && <RolloutCard {...parts} rollouts={value.rollouts} verdicts={value.verdicts} />}
      {value && <PlansCard {...parts} plans={value.plans} mayPromote={may('promote')} mayRule={may('windows')} />}
      <VersionsCard {...{ gateway, remote, channel, live, may, promote }} />
      {value && <HistoryCard {...parts} moves={value.moves} />}
      {maySee && <GrantsCard gateway={gateway} remote={remote} revision={revision} ask={setQuestion} />}
      {promoting && (
        <PromoteDialog
          {...{ gateway, remote, channel, promoting }}
          onClose={() => setPromoting(undefined)}
          onDone={promoted}
        />
      )}
      {question && <Ask question={question} onClose={() => setQuestion(undefined)} onDone={done} />}
    </section>
  )
}
