import { isAddress } from '../../leak-api/src/base/address.ts'

export type Read = {
  readonly formats: string[]
  readonly addresses: string[]
  readonly secrets: (string | undefined)[]
  rejected: number
  skipped: number
  ignored: number
  further: number
  readonly faults: string[]
  refusal?: unknown
}

export type Checked = {
  readonly bytes: Buffer
  readonly whole: Read
  readonly pieces: Read
  readonly planted: readonly string[]
  readonly cpuMs: number
}

const CRASH =
  /cannot read prop|is not a function|is not iterable|is not defined|call stack|invalid (?:array|string|count)|out of memory/i
const MAX_MS_PER_MEGABYTE = 1000
const MEGABYTE = 1024 * 1024

// A refused file may have told its format before, or not.
const textOf = ({ formats, addresses, secrets, rejected, skipped, ignored, faults, refusal }: Read) =>
  JSON.stringify({
    formats: refusal === undefined ? formats : [],
    addresses,
    secrets,
    rejected,
    skipped,
    ignored,
    faults,
  })

const linesIn = (bytes: Buffer): number =>
  bytes
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replace(/(?:\r\n|\n|\r)$/, '')
    .split(/\r\n|\n|\r/).length

const crashOf = ({ refusal, faults }: Read): string | undefined => {
  const told = [...faults, ...(refusal instanceof Error ? [refusal.message] : [])].find((text) => CRASH.test(text))
  if (told !== undefined) return told
  return refusal === undefined || (refusal instanceof Error && refusal.name === 'Error') ? undefined : String(refusal)
}

/** Wide text has other line ends, and NUL bytes may lie within one. */
const isWide = (bytes: Buffer) => bytes.includes(0) || ['fffe', 'feff'].includes(bytes.subarray(0, 2).toString('hex'))
const isPacked = (bytes: Buffer) => bytes.subarray(0, 2).toString('hex') === '1f8b'

/** The sum of the lines: a row with several addresses or passwords counts more than once. */
const sumFault = ({ bytes, whole }: Checked): string | undefined => {
  const [format, ...more] = whole.formats
  if (whole.refusal !== undefined || more.length > 0 || isWide(bytes) || isPacked(bytes)) return undefined
  const sum = whole.addresses.length + whole.rejected + whole.skipped + whole.ignored + whole.further
  const lines = linesIn(bytes)
  if (format === 'combo list' && sum !== lines) return `sum: ${lines} lines, and ${sum} rows and ignored lines`
  return format === 'CSV' && sum < lines ? `sum: ${lines} lines, and only ${sum} rows and ignored lines` : undefined
}

export const checkRead = (checked: Checked): string[] => {
  const { bytes, whole, pieces, planted, cpuMs } = checked
  const crash = crashOf(whole)
  const found = new Set(whole.addresses)
  const lost = planted.filter((address) => !found.has(address)).length
  const wrong = whole.addresses.find((address) => !isAddress(address))
  const allowedMs = MAX_MS_PER_MEGABYTE * Math.max(1, bytes.length / MEGABYTE)
  return [
    ...(crash === undefined ? [] : [`crash: ${crash.slice(0, 200)}`]),
    ...(lost === 0 ? [] : [`lost: ${lost} of ${planted.length} planted addresses`]),
    ...(wrong === undefined ? [] : [`address: ${wrong}`]),
    ...(whole.secrets.includes('') ? ['secret: an empty one'] : []),
    ...(cpuMs > allowedMs ? [`slow: ${Math.round(cpuMs)} ms for ${bytes.length} bytes`] : []),
    ...(textOf(whole) === textOf(pieces) ? [] : ['pieces: read in pieces it is another result']),
    ...[sumFault(checked) ?? []].flat(),
  ]
}
