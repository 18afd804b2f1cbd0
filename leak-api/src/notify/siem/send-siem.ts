import type { Database } from '@atalaia/database'
import { codeOf } from '@atalaia/server'
import { parseKeyScopes } from '../../base/access/scopes.ts'
import { auditCef } from '../../base/audit/audit-formats.ts'
import { auditLog } from '../../base/audit/audit-repository.ts'
import { readRow } from '../../base/audit/read-row.ts'
import { MINUTE_MS, type Clock } from '../../base/clock.ts'
import type { Channel } from '../../base/deliveries/send-deliveries.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { findingCef, passwordOf } from '../../connect/findings/finding-formats.ts'
import { createFindingsRepository } from '../../connect/findings/findings-repository.ts'
import { sendFrames, type SendBounds } from './send-frames.ts'
import { createSiemRepository, READS_ON, type SiemReader } from './siem-repository.ts'

/** Facility 4 (security) with the level `warning` or `notice`, and 13 (audit) with `info` (RFC 5424, section 6.2.1). */
const PRIORITIES = { warning: 36, notice: 37, audit: 110 } as const

type SyslogEvent = {
  readonly priority: number
  /** ISO 8601, in UTC. */
  readonly at: string
  readonly messageId: string
  readonly message: string
}

/** Receivers should take so many octets (RFC 5425, section 4.3.1). */
const MAX_OCTETS = 8192
const NOT_A_HOST = /[^!-~]/g
const MAX_HOST = 255

const within = (text: string, octets: number): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= octets) return text
  return bytes
    .subarray(0, octets)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
}

/** An event of `host` as a frame of RFC 5425: the number of its octets, a space, and a message of RFC 5424. */
export const syslogFrame = ({ priority, at, messageId, message }: SyslogEvent, host: string): string => {
  const name = host.replaceAll(NOT_A_HOST, '').slice(0, MAX_HOST) || '-'
  const head = `<${priority}>1 ${at} ${name} atalaia - ${messageId} - `
  const text = head + within(message, MAX_OCTETS - head.length)
  return `${Buffer.byteLength(text)} ${text}`
}

const REST_MS = 15_000
const BOUNDS = { events: 500, holdMs: 300, timeoutMs: 20_000 }
const LEASE_MS = 3 * MINUTE_MS
const AT_ONCE = 4

export type SiemParts = {
  readonly database: Database
  readonly ring: KeyRing
  readonly origin: string
  readonly clock: Clock
  readonly bounds?: SendBounds & { readonly events: number }
}

type Batch = { readonly frames: readonly string[]; readonly next: string; readonly isMore: boolean }

const NOTHING_MORE = { frames: [], isMore: false } as const

const readFindings = async (
  { database, origin, clock, bounds = BOUNDS }: SiemParts,
  siem: SiemReader,
): Promise<Batch> => {
  const { keyId, organisationId, scopes, cursor } = siem
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

const readAudit = async ({ database, origin, bounds = BOUNDS }: SiemParts, siem: SiemReader): Promise<Batch> => {
  const { organisationId, scopes, cursor } = siem
  const parsed = parseKeyScopes(scopes)
  if (!parsed.ok || !parsed.grant.scopes.includes('audit:read') || parsed.grant.rows !== 'all')
    return { ...NOTHING_MORE, next: cursor }
  const read = await auditLog.feed(database, { organisationId, after: Number(cursor) }, bounds.events)
  const rows = read.rows.map(readRow)
  const { hostname } = new URL(origin)
  const frames = rows.map((row) =>
    syslogFrame({ priority: PRIORITIES.audit, at: row.em, messageId: 'audit', message: auditCef(row) }, hostname),
  )
  return { frames, next: String(rows.at(-1)?.numero ?? cursor), isMore: read.more }
}

/**
 * The cursor moves after the receiver closes in order. A dead process's events come again, with the
 * same numbers (M-SIEM-2).
 */
export const createSiemChannel = (parts: SiemParts): Channel => {
  const { database, ring, clock, bounds = BOUNDS } = parts
  const siems = createSiemRepository(database, ring)
  return {
    name: 'siem',
    isOpen: READS_ON,
    turns: { table: 'siem', key: 'key_id' },
    deliver: async ({ to, lease }) => {
      const siem = await siems.find(to)
      if (siem === undefined) return { status: 'refused', failure: 'EGONE' }
      const { frames, next, isMore } = await (siem.feed === 'audit' ? readAudit : readFindings)(parts, siem)
      try {
        if (frames.length > 0) await sendFrames(siem, frames, bounds)
      } catch (error) {
        return { status: 'deferred', failure: codeOf(error) ?? 'ETLS' }
      }
      await siems.advance(to, { cursor: next, lease, ...(frames.length > 0 && { sentAt: clock() }) })
      return { status: 'renewed', afterMs: isMore ? 0 : REST_MS }
    },
    atOnce: AT_ONCE,
    leaseMs: LEASE_MS,
    longestDelayMs: 15 * MINUTE_MS,
  }
}
