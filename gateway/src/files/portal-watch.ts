import type { Descriptor } from '@atalaia/contracts'
import { modulesOf } from '../gate/gate.ts'
import { seeUse } from '../versions/seen-table.ts'
import type { Versions } from '../versions/versions.ts'

export type PortalWatch = (origin: string, descriptor: Descriptor | undefined, path: string) => void

const DAY = 86_400_000
const MOST = 1000

/** Remembers which portals take which remotes: once a day for each, and never so that a file waits for it. */
export const createPortalWatch = ({ database }: Versions): PortalWatch => {
  const told = new Map<string, number>()
  return (origin, descriptor, path) => {
    if (!descriptor || path !== descriptor.artifact.entry || origin.length > 200) return
    for (const module of modulesOf(descriptor)) {
      const key = `${origin} ${descriptor.name} ${module}`
      if (Date.now() - (told.get(key) ?? 0) < DAY) continue
      if (told.size >= MOST) return
      told.set(key, Date.now())
      seeUse(database, { remote: descriptor.name, module, consumer: origin }).catch(() => told.delete(key))
    }
  }
}
