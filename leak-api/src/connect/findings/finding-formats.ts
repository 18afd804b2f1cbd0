import { v5 } from 'uuid'
import { cefLine, PRODUCT } from '../../base/cef.ts'
import type { Finding } from './findings-repository.ts'

/** Ids of an organisation's things in other systems. The same facts always get the same ids. */
export type FeedIds = {
  /** The installation, which all of its organisations name. */
  readonly installation: string
  /** The id of an object of the organisation, which `names` together name. */
  of(...names: readonly string[]): string
}

/** `feedId` names the organisation and tells nothing of it; `apiUrl` is the absolute address of the API. */
export const createFeedIds = (feedId: string, apiUrl: string): FeedIds => ({
  installation: v5(apiUrl, v5.URL),
  // As JSON: no name can look like the end of another.
  of: (...names) => v5(JSON.stringify(names), feedId),
})

const ECS_VERSION = '8.17.0'

/** 0 to 10: clear passwords work at once, hashes only after guesses. */
export const severityOf = ({ inClear, hasPassword }: Finding): number => (inClear ? 8 : hasPassword ? 6 : 3)

export const passwordOf = ({ inClear, hasPassword }: Finding): 'clear' | 'hash' | 'none' =>
  inClear ? 'clear' : hasPassword ? 'hash' : 'none'

/** STIX's scale; `undefined` without a stated confidence. */
export const confidenceOf = ({ verified }: Finding) =>
  verified === null ? undefined : verified ? ('High' as const) : ('Low' as const)

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

export const findingJson = (finding: Finding) => ({
  id: finding.ordinal,
  address: finding.address,
  found_at: finding.foundAt,
  seen_on: finding.seenOn,
  severity: severityOf(finding),
  password: passwordOf(finding),
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
      confidence: confidenceOf(finding),
    },
  },
  user: { email: finding.address, domain: domainOf(finding.address) },
})

export const findingCef = (finding: Finding): string => {
  const websites = finding.websites.join(' ')
  return cefLine({ id: 'credential-leak', name: 'Leaked credential', severity: severityOf(finding) }, [
    ['rt', String(Date.parse(finding.foundAt))],
    ['externalId', finding.ordinal],
    ['duser', finding.address],
    ['cs1Label', 'source'],
    ['cs1', finding.source],
    ['cs2Label', 'password'],
    ['cs2', passwordOf(finding)],
    ['cs3Label', websites && 'websites'],
    ['cs3', websites],
    ['msg', finding.title],
  ])
}
