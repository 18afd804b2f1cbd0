import type { Descriptor, ShellManifest } from '@atalaia/contracts'
import type { Database, Queryable } from '@atalaia/database'
import { judge } from '../gate/gate.ts'
import { findArtifact } from './artifacts-table.ts'
import { listPointers, listTurns, lockMoves, recordMove } from './channels-table.ts'
import type { Move, Pointer, Reason } from './rows.ts'
import { listUses, liveShells } from './seen-table.ts'
import { versionBefore } from './version-before.ts'

export type PromoteOrder = {
  readonly remote: string
  readonly version: string
  readonly channel: string
  /** Below 100: that share of the browsers gets it, the others what they had. */
  readonly percent: number
  readonly who: string
  readonly why: string | null
  /** Overrules the gate. */
  readonly force: boolean
}

export type MoveResult =
  | { readonly status: 'moved'; readonly move: Move }
  | { readonly status: 'unchanged' }
  | { readonly status: 'refused'; readonly reasons: readonly Reason[] }
  | { readonly status: 'impossible'; readonly message: string }

export type MoveTools = {
  readonly database: Database
  /** The built remotes of the gateway's own workspace, which are live as long as nothing is promoted in their place. */
  readonly workspace: () => Promise<readonly Descriptor[]>
  readonly ownShell: () => Promise<ShellManifest | undefined>
  /** What is wrong with the stored files of a build. */
  readonly faults: (name: string, version: string) => Promise<readonly Reason[]>
}

/** Points a channel to a version, unless the gate refuses it. */
export const promote = async (order: PromoteOrder, tools: MoveTools): Promise<MoveResult> => {
  const { remote, version, channel, percent, who, why, force } = order
  const stored = await tools.faults(remote, version)
  return tools.database.transaction(async (tx): Promise<MoveResult> => {
    await lockMoves(tx)
    const artifact = await findArtifact(tx, remote, version)
    if (!artifact || artifact.prunedAt !== null)
      return { status: 'impossible', message: `${remote} ${version} is not published` }
    const reasons = [...stored, ...(await judgeIn(tx, artifact.descriptor, channel, tools))]
    if (reasons.length > 0 && !force) return { status: 'refused', reasons }
    const pointer = await findPointer(tx, remote, channel)
    const before = pointer?.version ?? null
    if (percent === 100 && before === version && pointer?.candidate === null) return { status: 'unchanged' }
    if (percent < 100 && before === version)
      return { status: 'impossible', message: `${remote} ${version} is what everyone gets already` }
    const kept = { remote, channel, who, why, previous: before, overruled: reasons }
    const move = await recordMove(
      tx,
      percent === 100
        ? { ...kept, action: 'promote', version, candidate: null, percent: null }
        : { ...kept, action: 'canary', version: before, candidate: version, percent },
    )
    return { status: 'moved', move }
  })
}

export type RollbackOrder = {
  readonly remote: string
  readonly channel: string
  readonly who: string
  readonly why: string | null
  /** Does nothing unless this is still the channel's newest move. */
  readonly onlyIf?: number
}

/**
 * Takes the newest promotion that still stands back: a canary ends, or the version before is what everyone gets again.
 * Again and again it walks back the history.
 */
export const rollback = (order: RollbackOrder, { database }: Pick<MoveTools, 'database'>): Promise<MoveResult> =>
  database.transaction(async (tx): Promise<MoveResult> => {
    const { remote, channel, who, why, onlyIf } = order
    await lockMoves(tx)
    const pointer = await findPointer(tx, remote, channel)
    if (!pointer) return { status: 'impossible', message: `${remote}: nothing was promoted on ${channel}` }
    if (onlyIf !== undefined && pointer.move !== onlyIf) return { status: 'unchanged' }
    const rest = {
      remote,
      channel,
      who,
      why,
      candidate: null,
      percent: null,
      action: 'rollback' as const,
      overruled: [],
    }
    if (pointer.candidate !== null) {
      const move = await recordMove(tx, { ...rest, version: pointer.version, previous: pointer.candidate })
      return { status: 'moved', move }
    }
    if (pointer.version === null)
      return { status: 'impossible', message: `${remote}: there is no promotion to take back` }
    const version = versionBefore(await listTurns(tx, remote, channel))
    if (version !== null && (await findArtifact(tx, remote, version))?.prunedAt !== null)
      return {
        status: 'impossible',
        message: `${remote} ${version}, which was there before, is pruned: promote another`,
      }
    const move = await recordMove(tx, { ...rest, version, previous: pointer.version })
    return { status: 'moved', move }
  })

/** What the gate says to a build on a channel, as things stand now. */
export const judgeIn = async (
  db: Queryable,
  candidate: Descriptor,
  channel: string,
  { workspace, ownShell }: Pick<MoveTools, 'workspace' | 'ownShell'>,
): Promise<Reason[]> => {
  const pointers = (await listPointers(db)).filter((pointer) => pointer.channel === channel)
  const promoted: Descriptor[] = []
  for (const { remote, version, candidate: second } of pointers)
    for (const live of [version, second]) {
      const found = live === null ? undefined : await findArtifact(db, remote, live)
      if (found) promoted.push(found.descriptor)
    }
  const replaced = new Set(pointers.filter(({ version }) => version !== null).map(({ remote }) => remote))
  const built = (await workspace()).filter(({ name }) => !replaced.has(name))
  const live = [...promoted, ...built]
  const own = await ownShell()
  const shells = await liveShells(db)
  return judge({
    candidate,
    current: live.find(({ name, version }) => name === candidate.name && version !== candidate.version),
    others: live.filter(({ name }) => name !== candidate.name),
    shells: shells.length > 0 ? shells : own ? [own] : [],
    uses: await listUses(db, candidate.name),
  })
}

const findPointer = async (db: Queryable, remote: string, channel: string): Promise<Pointer | undefined> =>
  (await listPointers(db)).find((pointer) => pointer.remote === remote && pointer.channel === channel)
