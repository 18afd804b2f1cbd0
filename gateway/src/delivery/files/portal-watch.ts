import type { Descriptor } from '@atalaia/contracts'
import { modulesOf } from '../../registry/gate.ts'
import { createUseRecorder } from '../../registry/observations.ts'
import type { Registry } from '../../registry/registry.ts'

/** Called when a page of another origin asks for a file of a remote. Never delays the file. */
export type PortalWatch = (origin: string, descriptor: Descriptor | undefined, path: string) => void

const MAX_ORIGIN_LENGTH = 200

/** Records which portals use which remotes, so that the gate knows about them. */
export const createPortalWatch = (registry: Pick<Registry, 'observations'>): PortalWatch => {
  const recordUse = createUseRecorder(registry)
  return (origin, descriptor, path) => {
    if (!descriptor || path !== descriptor.artifact.entry || origin.length > MAX_ORIGIN_LENGTH) return
    for (const module of modulesOf(descriptor))
      // A use that is not recorded now is recorded with the portal's next page.
      void recordUse({ remote: descriptor.name, module, consumer: origin }).catch(() => undefined)
  }
}
