import type { Finding } from './findings-repository.ts'

/** The product as other systems name it. */
const PRODUCT = 'Atalaia'
const ECS_VERSION = '8.17.0'

/** Severity from 0 to 10: a password in clear is used at once, a hash after it was guessed. */
const severityOf = ({ inClear, hasPassword }: Finding): number => (inClear ? 8 : hasPassword ? 6 : 3)

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** A finding in our own words, of the JSON answer. */
export const findingJson = (finding: Finding) => ({
  id: finding.ordinal,
  address: finding.address,
  found_at: finding.foundAt,
  seen_on: finding.seenOn,
  severity: severityOf(finding),
  password: finding.inClear ? ('clear' as const) : finding.hasPassword ? ('hash' as const) : ('none' as const),
  websites: finding.websites,
  source: {
    name: finding.source,
    title: finding.title,
    domain: finding.website,
    kind: finding.kind,
    leaked_on: finding.leakedOn,
    verified: finding.verified,
  },
})

/** A finding as an event of the Elastic Common Schema. */
export const findingEcs = (finding: Finding) => ({
  '@timestamp': finding.foundAt,
  ecs: { version: ECS_VERSION },
  event: {
    kind: 'alert',
    category: ['threat'],
    type: ['indicator'],
    id: finding.ordinal,
    dataset: 'atalaia.findings',
    module: 'atalaia',
    provider: finding.source,
    severity: severityOf(finding),
    ...(finding.seenOn !== null && { start: `${finding.seenOn}T00:00:00.000Z` }),
  },
  message: `${finding.address} is in ${finding.title ?? finding.source}`,
  observer: { vendor: PRODUCT, product: PRODUCT },
  related: { user: [finding.address], ...(finding.websites.length > 0 && { hosts: finding.websites }) },
  threat: {
    indicator: {
      type: 'email-addr',
      email: { address: finding.address },
      provider: finding.source,
      ...(finding.verified !== null && { confidence: finding.verified ? 'High' : 'Low' }),
    },
  },
  user: { email: finding.address, domain: domainOf(finding.address) },
})

const cefHeader = (text: string) => text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/[\\|]/g, String.raw`\$&`)
const cefValue = (text: string) =>
  text
    .replaceAll(/[\\=]/g, String.raw`\$&`)
    .replaceAll('\r', String.raw`\r`)
    .replaceAll('\n', String.raw`\n`)

/** A finding as a line of the Common Event Format, version 0. */
export const findingCef = (finding: Finding): string => {
  const header = ['CEF:0', PRODUCT, PRODUCT, '1', 'credential-leak', 'Leaked credential'].map((part, at) =>
    at === 0 ? part : cefHeader(part),
  )
  const extension: readonly (readonly [name: string, value: string | null])[] = [
    ['rt', String(Date.parse(finding.foundAt))],
    ['externalId', finding.ordinal],
    ['duser', finding.address],
    ['cs1Label', 'source'],
    ['cs1', finding.source],
    ['cs2Label', 'password'],
    ['cs2', findingJson(finding).password],
    ['cs3Label', finding.websites.length > 0 ? 'websites' : null],
    ['cs3', finding.websites.length > 0 ? finding.websites.join(' ') : null],
    ['msg', finding.title],
  ]
  const told = extension.flatMap(([name, value]) => (value === null ? [] : [`${name}=${cefValue(value)}`]))
  return `${header.join('|')}|${severityOf(finding)}|${told.join(' ')}`
}
