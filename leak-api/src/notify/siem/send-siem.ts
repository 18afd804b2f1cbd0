import type { Database } from '@atalaia/database'
import { codeOf } from '@atalaia/server'
import { parseKeyScopes } from '../../base/access/scopes.ts'
import { auditCef } from '../../base/audit/audit-formats.ts'
import { createAuditRepository } from '../../base/audit/audit-repository.ts'
import { readRow } from '../../base/audit/read-row.ts'
import { MINUTE_MS, type Clock } from '../../base/clock.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { findingCef, passwordOf } from '../../connect/findings/finding-formats.ts'
import { createFindingsRepository } from '../../connect/findings/findings-repository.ts'
import { drain, repeat, type Repeated } from '../../base/repeat.ts'
import { sendFrames, type SendBounds } from './send-frames.ts'
import { createSiemRepository, type TakenSiem } from './siem-repository.ts'
import { PRIORITIES, syslogFrame } from './syslog-frame.ts'

const LOOK_EVERY_MS = 5000
/** Between two looks for something new. */
const REST_MS = 15_000
/** Bounds of one connection: its events at most, and its times. */
const BOUNDS = { events: 500, holdMs: 300, timeoutMs: 20_000 }
/** Longer than reading and sending a batch can take. */
const TAKEN_MS = 180_000
/** Receivers that are sent to at a time. */
const AT_ONCE = 4
const FIRST_DELAY_MS = 30_000
const MAX_DELAY_MS = 15 * MINUTE_MS

/** A batch that a receiver has not taken; `failures` counts those in a row. */
type Refused = { readonly siem: string; readonly code: string; readonly failures: number }

export type SiemParts = {
  readonly database: Database
  /** Signs tokens (`createSiemRepository`). */
  readonly ring: KeyRing
  /** The address of the product's pages; its host is the one that the events are from. */
  readonly origin: string
  readonly clock: Clock
  readonly onRefused?: (refused: Refused) => void
  readonly bounds?: SendBounds & { readonly events: number }
}

type Batch = { readonly frames: readonly string[]; readonly next: string; readonly isMore: boolean }

const NOTHING_MORE = { frames: [], isMore: false } as const

const readFindings = async (
  { database, origin, clock, bounds = BOUNDS }: SiemParts,
  taken: TakenSiem,
): Promise<Batch> => {
  const { keyId, organisationId, scopes, cursor } = taken
  const parsed = parseKeyScopes(scopes)
  if (!parsed.ok || !parsed.grant.scopes.includes('findings:read')) return { ...NOTHING_MORE, next: cursor }
  const tenant = { organisationId, keyId, rows: parsed.grant.rows }
  const asked = { after: cursor, limit: bounds.events, at: clock() }
  const { findings, last, isMore } = await createFindingsRepository(database).read(tenant, asked)
  const { hostname } = new URL(origin)
  const frames = findings.map((finding) =>
    syslogFrame(
      {
        priority: passwordOf(finding) === 'clear' ? PRIORITIES.warning : PRIORITIES.notice,
        at: finding.foundAt,
        messageId: 'finding',
        message: findingCef(finding),
      },
      hostname,
    ),
  )
  return { frames, next: last, isMore }
}

const readAudit = async ({ database, origin, bounds = BOUNDS }: SiemParts, taken: TakenSiem): Promise<Batch> => {
  const { organisationId, scopes, cursor } = taken
  const parsed = parseKeyScopes(scopes)
  if (!parsed.ok || !parsed.grant.scopes.includes('audit:read') || parsed.grant.rows !== 'all')
    return { ...NOTHING_MORE, next: cursor }
  const read = await createAuditRepository(database).after(organisationId, Number(cursor), bounds.events + 1)
  const rows = read.slice(0, bounds.events).map(readRow)
  const { hostname } = new URL(origin)
  const frames = rows.map((row) =>
    syslogFrame({ priority: PRIORITIES.audit, at: row.em, messageId: 'audit', message: auditCef(row) }, hostname),
  )
  return { frames, next: String(rows.at(-1)?.numero ?? cursor), isMore: read.length > bounds.events }
}

/**
 * Sends a batch to each SIEM that is due, and goes on with those that have more. The cursor moves once the receiver has closed the
 * connection in order: what a process that dies had sent is sent again, with the same numbers (M-SIEM-2).
 */
export const sendDueSiems = async (parts: SiemParts, signal?: AbortSignal): Promise<void> => {
  const { database, ring, clock, onRefused, bounds = BOUNDS } = parts
  const siems = createSiemRepository(database, ring)
  const after = (ms: number) => new Date(clock().getTime() + ms)
  const send = async (taken: TakenSiem): Promise<void> => {
    const { frames, next, isMore } = await (taken.feed === 'audit' ? readAudit : readFindings)(parts, taken)
    const due = after(isMore ? 0 : REST_MS)
    if (frames.length === 0) return siems.advance(taken, { cursor: next, due })
    try {
      await sendFrames(taken, frames, bounds)
    } catch (error) {
      const code = codeOf(error) ?? 'ETLS'
      const delay = Math.min(FIRST_DELAY_MS * 2 ** Math.min(taken.failures, 10), MAX_DELAY_MS)
      await siems.failed(taken, code, after(delay))
      onRefused?.({ siem: taken.keyId, code, failures: taken.failures + 1 })
      return
    }
    await siems.advance(taken, { cursor: next, due, sentAt: clock() })
  }
  await drain({ take: () => siems.take(clock(), after(TAKEN_MS)), handle: send, atOnce: AT_ONCE, signal })
}

export type SiemOptions = SiemParts & {
  /** Called with what went wrong in the database; it is tried again with the next look. */
  readonly onFailure: (error: unknown) => void
}

/** Sends to SIEMs now and every 5 seconds. Closing waits for what is being sent. */
export const startSiems = ({ onFailure, ...parts }: SiemOptions): Repeated =>
  repeat({ everyMs: LOOK_EVERY_MS, work: (signal) => sendDueSiems(parts, signal), onFailure })
