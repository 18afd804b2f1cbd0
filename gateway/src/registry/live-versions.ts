import {
  brokenBy,
  rightsOf,
  withGranted,
  type CanaryVerdict,
  type DoctorFacts,
  type LiveVersion,
  type Pointer,
  type Reason,
} from '@atalaia/artifact'
import { DEFAULT_CHANNEL, type Descriptor, type ShellManifest } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { canaryStatus, judgeCanary } from './canary/judge-canary.ts'
import { MIN_SEEN, ROLLBACK_NETWORKS } from './canary/judge-promotion.ts'
import { findArtifact, liveShells } from './repository/artifacts-repository.ts'
import { listGrants, listOwned, listPointers } from './repository/channels-repository.ts'
import type { CanaryReports } from './repository/reports-repository.ts'
import type { Surroundings } from './storage/workspace.ts'

type Place = LiveVersion['live'][number]

/** Shells that gateways serve now, and every live version of a remote, on all channels. */
export const readDoctorFacts = async (db: Queryable, { workspace, ownShell }: Surroundings): Promise<DoctorFacts> => {
  const found = new Map<string, { readonly descriptor: Descriptor; readonly live: Place[] }>()
  const add = (descriptor: Descriptor, place: Place) => {
    const key = `${descriptor.name} ${descriptor.version}`
    const known = found.get(key)
    if (known) known.live.push(place)
    else found.set(key, { descriptor, live: [place] })
  }
  const builds = await workspace()
  const facts = { granted: await listGrants(db), owned: await listOwned(db) }
  const pointers = await listPointers(db)
  for (const { remote, channel, version, candidate } of pointers)
    for (const [live, share] of [[version, 'all'] as const, [candidate, 'canary'] as const]) {
      const row = live === null ? undefined : await findArtifact(db, remote, live)
      if (row?.shell === null) add(row.descriptor, { channel, share })
    }
  const replaced = pointers.filter(({ channel, version }) => channel === DEFAULT_CHANNEL && version !== null)
  for (const descriptor of builds)
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
      paths: withGranted(descriptor, rightsOf(descriptor.name, facts, builds)).routes.map(({ path }) => path),
      artifact: { shared: descriptor.artifact.shared },
      live,
    })),
  }
}

/** Reasons against a shell: the live versions of any channel that it would break (M-SHELL-3). */
export const judgeShell = async (db: Queryable, shell: ShellManifest, around: Surroundings): Promise<Reason[]> => {
  const { live, shells } = await readDoctorFacts(db, around)
  return brokenBy(shell, { live, before: shells }).map((message) => ({ code: 'shell-breaks', message }))
}

export type CanaryJudgement = {
  readonly verdict: CanaryVerdict
  /**
   * True when one vote per network, of established browsers, says that it is worse (T-REPORT,
   * M-ROLLOUT-4).
   */
  readonly proven: boolean
}

type ReportsOf = (of: { remote: string; channel: string; canary: string; stable: string }) => Promise<CanaryReports>

/** `undefined` without a canary version, or without a published stable version. */
export const judgeRunningCanary = async (
  reportsOf: ReportsOf,
  { remote, channel, version: stable, candidate: canary }: Pointer,
): Promise<CanaryJudgement | undefined> => {
  if (canary === null || stable === null) return undefined
  const { browsers, votes, phases, measures } = await reportsOf({ remote, channel, canary, stable })
  const { seen = 0, failed = 0 } = votes.at(-1)?.canary ?? {}
  return {
    verdict: judgeCanary({ canary, stable, periods: browsers, phases, measures }),
    proven: seen >= MIN_SEEN && failed >= ROLLBACK_NETWORKS && canaryStatus(votes) === 'worse',
  }
}
