import { useRemoteContext, useSession } from '@atalaia/react'
import { lazy, Suspense, useState } from 'react'
import './first-steps.css'

const Card = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ './first-steps-card.tsx')).FirstStepsCard,
}))

type FirstStepsProps = {
  readonly addresses: number | undefined
}

/** The card of the first steps while the session has them, in room that is kept from the first paint on (P-START-1). */
export const FirstSteps = ({ addresses }: FirstStepsProps) => {
  const session = useSession()
  const { http, logger } = useRemoteContext()
  const [isOver, setOver] = useState(false)
  if (session.status !== 'active' || session.firstSteps !== true || !http || isOver) return null
  return (
    <div className="analytics-first-steps" data-role={session.role}>
      <Suspense fallback={null}>
        <Card http={http} logger={logger} addresses={addresses} onOver={() => setOver(true)} />
      </Suspense>
    </div>
  )
}
