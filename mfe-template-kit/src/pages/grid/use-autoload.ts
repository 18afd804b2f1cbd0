import { useEffect, useRef, useState, type RefObject } from 'react'
import { useInSight } from '../../kit/use-in-sight.ts'

/** The time between two loads (P-KIT-7). */
const PERIOD_MS = 2000

type Autoload = {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly running: boolean
  readonly toggle: () => void
}

/** Only while in sight and not paused. */
export const useAutoload = (load: () => void): Autoload => {
  const frame = useRef<HTMLDivElement>(null)
  const inSight = useInSight(frame)
  const [running, setRunning] = useState(true)

  useEffect(() => {
    if (!inSight || !running) return
    const timer = setInterval(load, PERIOD_MS)
    return () => clearInterval(timer)
  }, [load, inSight, running])

  return { frame, running, toggle: () => setRunning(!running) }
}
