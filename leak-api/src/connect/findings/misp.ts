import { normalDomain } from '@atalaia/contracts'
import { PRODUCT } from '../../base/cef.ts'
import { type FeedIds, findingJson } from './finding-formats.ts'
import type { Finding } from './findings-repository.ts'

const CREDENTIAL = {
  name: 'credential',
  'meta-category': 'misc',
  description: 'Credential describes one or more credential(s) including password(s), api key(s) or decryption key(s).',
  template_uuid: 'a27e98c9-9b0e-414c-8076-d201e039ca09',
  template_version: '5',
}
const FORMATS = { clear: 'clear-text', hash: 'hashed', none: undefined } as const
const [OWN_ORGANISATION, AS_EVENT, COMPLETE, UNSTATED] = ['0', '5', '2', '4']
const MAX_INFO = 256
const DAY_LENGTH = 10

type Attribute = {
  readonly relation: string
  readonly type: 'text' | 'link'
  readonly category: string
  readonly value: string
}

const text = (relation: string, value: string | undefined): readonly Attribute[] =>
  value === undefined ? [] : [{ relation, type: 'text', category: 'Other', value }]

const attributesOf = (finding: Finding): readonly Attribute[] => {
  const { password, severity } = findingJson(finding)
  const format = FORMATS[password]
  // A link is an address of the web: apps and machines without a name have none.
  const websites = finding.websites.filter((website) => normalDomain(website) !== undefined)
  return [
    ...text('username', finding.address),
    ...text('origin', 'leak'),
    ...text('format', format),
    ...text('type', format && 'password'),
    ...text('text', `Password leaked: ${password}. Severity ${severity} of 10.`),
    ...websites.map((website) => ({
      relation: 'use-at',
      type: 'link' as const,
      category: 'External analysis',
      value: `https://${website}/`,
    })),
  ]
}

const objectOf = (finding: Finding, ids: FeedIds) => {
  const { address, source, seenOn, foundAt } = finding
  const timestamp = String(Math.floor(Date.parse(foundAt) / 1000))
  const shared = { distribution: AS_EVENT, timestamp, comment: '', deleted: false }
  return {
    ...CREDENTIAL,
    ...shared,
    uuid: ids.of('credential', address, source),
    ...(seenOn !== null && { first_seen: `${seenOn}T00:00:00.000000+00:00` }),
    Attribute: attributesOf(finding).map(({ relation, type, category, value }) => ({
      ...shared,
      // What is known of a finding may change; it keeps its attributes. Of websites there are several.
      uuid: ids.of('attribute', address, source, relation, ...(relation === 'use-at' ? [value] : [])),
      object_relation: relation,
      type,
      category,
      value,
      to_ids: false,
      disable_correlation: relation !== 'username',
    })),
  }
}

const oneLine = (words: string) => [...words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, MAX_INFO).join('')

const eventOf = (first: Finding, all: readonly Finding[], ids: FeedIds) => ({
  uuid: ids.of('event', first.source),
  info: oneLine(`Leaked credentials: ${first.title ?? first.source}`),
  date: first.leakedOn ?? first.importedFor ?? first.foundAt.slice(0, DAY_LENGTH),
  published: false,
  analysis: COMPLETE,
  threat_level_id: UNSTATED,
  distribution: OWN_ORGANISATION,
  Orgc: { name: PRODUCT, uuid: ids.installation },
  Tag: [{ name: 'tlp:amber' }],
  Attribute: [],
  Object: all.filter(({ source }) => source === first.source).map((finding) => objectOf(finding, ids)),
})

/**
 * Findings as MISP events, one for each source. Later pages add objects to the same event.
 * Events have no time stamp: MISP refuses a change that is not newer (M-REST-4).
 */
export const findingsMisp = (findings: readonly Finding[], ids: FeedIds) => {
  const firsts = new Map(findings.toReversed().map((finding) => [finding.source, finding]))
  return { response: [...firsts.values()].toReversed().map((first) => ({ Event: eventOf(first, findings, ids) })) }
}
