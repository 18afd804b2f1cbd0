import type { DoctorFacts, LiveVersion } from '@atalaia/artifact'
import { DEFAULT_CHANNEL, type Descriptor } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { findArtifact } from './repository/artifacts.ts'
import { listPointers } from './repository/channels.ts'
import { liveShells } from './repository/observations.ts'
import type { Surroundings } from './storage/workspace.ts'

type Place = LiveVersion['live'][number]

/** The shells that gateways serve now, and each version of a remote that browsers get, on every channel. */
export const readDoctorFacts = async (db: Queryable, { workspace, ownShell }: Surroundings): Promise<DoctorFacts> => {
  const found = new Map<string, { readonly descriptor: Descriptor; readonly live: Place[] }>()
  const add = (descriptor: Descriptor, place: Place) => {
    const key = `${descriptor.name} ${descriptor.version}`
    const known = found.get(key)
    if (known) known.live.push(place)
    else found.set(key, { descriptor, live: [place] })
  }
  const pointers = await listPointers(db)
  for (const { remote, channel, version, candidate } of pointers)
    for (const [live, share] of [[version, 'all'] as const, [candidate, 'canary'] as const]) {
      const row = live === null ? undefined : await findArtifact(db, remote, live)
      if (row) add(row.descriptor, { channel, share })
    }
  const replaced = pointers.filter(({ channel, version }) => channel === DEFAULT_CHANNEL && version !== null)
  for (const descriptor of await workspace())
    if (!replaced.some(({ remote }) => remote === descriptor.name))
      add(descriptor, { channel: DEFAULT_CHANNEL, share: 'built' })

  const shells = await liveShells(db)
  const own = shells.length > 0 ? undefined : await ownShell()
  return {
    shells: own ? [own] : shells,
    live: [...found.values()].map(({ descriptor, live }) => ({
      name: descriptor.name,
      version: descriptor.version,
      owner: descriptor.owner,
      contract: descriptor.contract,
      paths: descriptor.routes.map(({ path }) => path),
      artifact: { shared: descriptor.artifact.shared },
      live,
    })),
  }
}
