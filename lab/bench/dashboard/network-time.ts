import { median } from '../statistics.ts'
import { slowNetwork, type Visit } from './visit.ts'

type Visits = { readonly deep: Visit } & Readonly<Record<'fast' | 'slow' | 'desktop', readonly Visit[]>>

/** The network's part alone: each round's latency, and the bytes. */
export const networkTime =
  (of: 'fast' | 'slow' | 'desktop') =>
  (visits: Visits): string => {
    const { latency, bytesPerSecond } = slowNetwork
    const bytes = median(visits[of].map((visit) => visit.bytes))
    return `${((visits.deep.depth * latency + (bytes / bytesPerSecond) * 1000) / 1000).toFixed(2)} s of network`
  }
