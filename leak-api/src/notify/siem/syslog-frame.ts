/** Facility 4 (security) with the level `warning` or `notice`, and 13 (audit) with `info` (RFC 5424, section 6.2.1). */
export const PRIORITIES = { warning: 36, notice: 37, audit: 110 } as const

export type SyslogEvent = {
  readonly priority: number
  /** ISO 8601, in UTC. */
  readonly at: string
  /** Names the kind of event. */
  readonly messageId: string
  readonly message: string
}

/** Receivers should take so many octets (RFC 5425, section 4.3.1). */
const MAX_OCTETS = 8192
const NOT_A_HOST = /[^!-~]/g
const MAX_HOST = 255

/** The text without what goes beyond a number of octets, and without half a sign at its end. */
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
