import { rightsOf, withGranted, type Audience, type Move, type Pointer, type Reason } from '@atalaia/artifact'
import type { Descriptor } from '@atalaia/contracts'
import type { Database, Queryable } from '@atalaia/database'
import { freezeReasons } from './plans/rules.ts'
import { endRollout, pauseRollout } from './repository/rollouts-repository.ts'
import { impossible, type Impossible } from './overtaken.ts'
import { judge } from './gate.ts'
import { judgeShell } from './live-versions.ts'
import { findArtifact, listUses, liveShells } from './repository/artifacts-repository.ts'
import {
  advanceRevision,
  announceRevision,
  listGrants,
  listOwned,
  listPointers,
  markHeld,
  orderLimits,
  recordMove,
  versionBefore,
  type Caller,
} from './repository/channels-repository.ts'
import type { Surroundings } from './storage/workspace.ts'
import type { Verdicts } from './verdicts.ts'

export type PromoteOrder = Caller & {
  readonly remote: string
  readonly version: string
  readonly channel: string
  /** 1 to 100. Below 100, the version becomes the canary of that share. */
  readonly percent: number
  /**
   * The browsers that `percent` counts. Default: all. With an audience, the version stays a canary
   * at 100.
   */
  readonly audience?: Audience | null
  readonly who: string
  readonly approvedBy?: string | null
  readonly why: string | null
  /** Promotes against the gate; the move keeps the reasons (M-GATE-8). */
  readonly force: boolean
  /** Works only while this is the newest move of the channel. */
  readonly onlyIf?: number
  /** Runs in the transaction of the move. Default: ends the rollout that the move overtakes. */
  follow?(tx: Queryable, move: Move): Promise<void>
}

export type MoveResult =
  | { readonly status: 'moved'; readonly move: Move; readonly advice?: readonly Reason[] }
  | { readonly status: 'unchanged' }
  | { readonly status: 'refused'; readonly reasons: readonly Reason[] }
  | Impossible

export type Moves = {
  /**
   * Points a channel to a version unless the gate refuses. Verdict and move are one transaction
   * (M-CHANNEL-10).
   */
  promote(order: PromoteOrder): Promise<MoveResult>
  /**
   * Undoes the newest promotion that was not rolled back: a canary ends, or the previous version
   * returns (M-CANARY-2). Repeated rollbacks go further back (M-CHANNEL-4).
   */
  rollback(order: RollbackOrder): Promise<MoveResult>
  /**
   * Holds the newest move of a channel: browsers keep their versions, and the canary gets no larger
   * share without `force`. `false` when the move is held already or is not the newest.
   */
  hold(move: number, why: string): Promise<boolean>
}

export type MoveTools = {
  readonly database: Database
  readonly around: Surroundings
  readonly faults: (name: string, version: string) => Promise<readonly Reason[]>
  readonly verdicts: Pick<Verdicts, 'judge'>
  readonly refresh: () => Promise<void>
}

export const createMoves = (tools: MoveTools): Moves => {
  const refreshed = async <Result>(change: Promise<Result>): Promise<Result> => {
    const result = await change
    await tools.refresh()
    return result
  }
  return {
    promote: (order) => refreshed(promote(order, tools)),
    rollback: (order) => refreshed(rollback(order, tools)),
    hold: (move, why) => refreshed(hold(move, why, tools)),
  }
}

const TO_ALL = { candidate: null, percent: null, audience: null } as const

const promote = async (order: PromoteOrder, tools: MoveTools): Promise<MoveResult> => {
  const {
    remote,
    version,
    channel,
    percent,
    audience = null,
    approvedBy = null,
    who,
    why,
    force,
    onlyIf,
    follow = endRollout,
  } = order
  const toAll = percent === 100 && audience === null
  const limits = orderLimits(order)
  const stored = await tools.faults(remote, version)
  return tools.database.transaction(async (tx): Promise<MoveResult> => {
    await advanceRevision(tx)
    const artifact = await findArtifact(tx, remote, version)
    if (!artifact || artifact.prunedAt !== null)
      return impossible('not-published', `${remote} ${version} is not published`)
    const pointer = await findPointer(tx, remote, channel)
    if (onlyIf !== undefined && pointer?.move !== onlyIf) return { status: 'unchanged' }
    const said = await tools.verdicts.judge(tx, artifact, pointer?.candidate === version)
    const reasons = [
      ...stored,
      ...(artifact.shell
        ? await judgeShell(tx, artifact.shell, tools.around)
        : await judgeIn(tx, artifact.descriptor, channel, tools.around)),
      ...said.reasons,
      ...reasonsOfHold(pointer, version),
      ...(await freezeReasons(tx, remote)),
    ]
    if (reasons.length > 0 && !force) return { status: 'refused', reasons }
    const before = pointer?.version ?? null
    if (toAll && before === version && pointer?.candidate === null) return { status: 'unchanged' }
    if (!toAll && before === version)
      return impossible('already-live', `${remote} ${version} is what everyone gets already`)
    const kept = { remote, channel, who, approvedBy, why, previous: before, overruled: reasons }
    const move = await recordMove(
      tx,
      toAll
        ? { ...kept, ...TO_ALL, action: 'promote', version }
        : { ...kept, action: 'canary', version: before, candidate: version, percent, audience },
    )
    await follow(tx, move)
    return { status: 'moved', move, ...(said.advice.length > 0 && { advice: said.advice }) }
  }, limits())
}

const hold = (move: number, why: string, { database }: Pick<MoveTools, 'database'>): Promise<boolean> =>
  database.transaction(async (tx) => {
    await advanceRevision(tx)
    const held = await markHeld(tx, move, why)
    if (held) await pauseRollout(tx, move, why)
    await announceRevision(tx)
    return held
  })

export type RollbackOrder = Caller & {
  readonly remote: string
  readonly channel: string
  readonly who: string
  readonly why: string | null
  readonly onlyIf?: number
}

const rollback = (order: RollbackOrder, { database }: Pick<MoveTools, 'database'>): Promise<MoveResult> =>
  database.transaction(async (tx): Promise<MoveResult> => {
    const { remote, channel, who, why, onlyIf } = order
    await advanceRevision(tx)
    const pointer = await findPointer(tx, remote, channel)
    if (!pointer) return impossible('nothing-promoted', `${remote}: nothing was promoted on ${channel}`)
    if (onlyIf !== undefined && pointer.move !== onlyIf) return { status: 'unchanged' }
    const rest = { ...TO_ALL, action: 'rollback' as const, remote, channel, who, why, approvedBy: null, overruled: [] }
    if (pointer.candidate !== null) {
      const move = await recordMove(tx, { ...rest, version: pointer.version, previous: pointer.candidate })
      await endRollout(tx, move)
      return { status: 'moved', move }
    }
    if (pointer.version === null) return impossible('nothing-before', `${remote}: there is no promotion to take back`)
    const version = await versionBefore(tx, remote, channel)
    if (version !== null && (await findArtifact(tx, remote, version))?.prunedAt !== null)
      return impossible('pruned-before', `${remote} ${version}, which was there before, is pruned: promote another`)
    const move = await recordMove(tx, { ...rest, version, previous: pointer.version })
    return { status: 'moved', move }
  }, orderLimits(order)())

type Live = { readonly descriptor: Descriptor; readonly on: string; readonly forEverybody: boolean }

/** Judges a build against everything live on all channels. */
export const judgeIn = async (
  db: Queryable,
  candidate: Descriptor,
  channel: string,
  { workspace, ownShell }: Surroundings,
): Promise<Reason[]> => {
  const pointers = await listPointers(db)
  const promoted: Live[] = []
  for (const { remote, version, candidate: second, channel: on } of pointers)
    for (const live of [version, second]) {
      const found = live === null ? undefined : await findArtifact(db, remote, live)
      if (found) promoted.push({ descriptor: found.descriptor, on, forEverybody: live === version })
    }
  const replaced = new Set(
    pointers.filter((pointer) => pointer.channel === channel && pointer.version !== null).map(({ remote }) => remote),
  )
  const builds = await workspace()
  const built = builds.filter(({ name }) => !replaced.has(name))
  const live = [...promoted, ...built.map((descriptor) => ({ descriptor, on: channel, forEverybody: true }))]
  const own = live.filter(({ descriptor, on }) => on === channel && descriptor.name === candidate.name)
  const facts = { granted: await listGrants(db), owned: await listOwned(db) }
  const rights = (name: string) => rightsOf(name, facts, builds)
  const served = ({ descriptor }: Live) => withGranted(descriptor, rights(descriptor.name))
  const shell = await ownShell()
  const shells = await liveShells(db)
  return judge({
    candidate,
    channel,
    current: own.find(({ descriptor }) => descriptor.version !== candidate.version)?.descriptor,
    others: live.filter(({ descriptor }) => descriptor.name !== candidate.name).map(served),
    own: own.filter(({ forEverybody }) => forEverybody).map(served),
    shells: shells.length > 0 ? shells : shell ? [shell] : [],
    uses: await listUses(db, candidate.name),
    rights: rights(candidate.name),
  })
}

const findPointer = async (db: Queryable, remote: string, channel: string): Promise<Pointer | undefined> =>
  (await listPointers(db)).find((pointer) => pointer.remote === remote && pointer.channel === channel)

/** A held canary version gets no larger share without `force` (M-ROLLBACK-6). */
const reasonsOfHold = (pointer: Pointer | undefined, version: string): Reason[] =>
  pointer?.candidate === version && pointer.held !== null
    ? [{ code: 'held', message: `the canary is held at its share: ${pointer.held}` }]
    : []
