import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { useInSight } from '../../kit/use-in-sight.ts'
import { PERIOD_MS, type Feed, type Point } from './feed.ts'

type Live = {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly points: readonly Point[]
  readonly running: boolean
  readonly toggle: () => void
}

/** Adds points only while in sight and not paused. */
export const useLive = (feed: Feed): Live => {
  const frame = useRef<HTMLDivElement>(null)
  const inSight = useInSight(frame)
  const [running, setRunning] = useState(true)
  const points = useSyncExternalStore(feed.subscribe, feed.points)

  useEffect(() => {
    if (!inSight || !running) return
    const timer = setInterval(feed.add, PERIOD_MS)
    return () => clearInterval(timer)
  }, [feed, inSight, running])

  return { frame, points, running, toggle: () => setRunning(!running) }
}
