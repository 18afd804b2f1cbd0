import { isIPv4, isIPv6 } from 'node:net'
import { v5 } from 'uuid'
import { normalDomain } from '@atalaia/contracts'
import { canonicalJson, type Json } from '../../base/audit/canonical-json.ts'
import { PRODUCT } from '../../base/cef.ts'
import { type FeedIds, confidenceOf, passwordOf, severityOf } from './finding-formats.ts'
import type { Finding } from './findings-repository.ts'

/** STIX 2.1, section 10, without the version. */
export const STIX_TYPE = 'application/stix+json'
export const STIX_VERSION = '2.1'
/** TLP:AMBER (STIX 2.1, section 7.2.1.4): addresses concern people. */
const AMBER = 'marking-definition--f88d31f6-486f-44da-b317-01333bde0b82'
/** Namespace of observables' ids, equal everywhere (STIX 2.1, section 2.9). */
const OBSERVABLES = '00abedb4-aa42-466c-9c01-fed23315a9b7'
/** The form's day, for constant objects. */
const SINCE = '2026-01-01T00:00:00.000Z'
const CONFIDENCE = { High: 85, Low: 15 } as const

type StixObject = { readonly [name: string]: Json } & { readonly type: string; readonly id: string }

const observable = (
  type: string,
  named: { readonly [name: string]: Json },
  more: { readonly [name: string]: Json } = {},
): StixObject => ({
  type,
  spec_version: STIX_VERSION,
  id: `${type}--${v5(canonicalJson(named), OBSERVABLES)}`,
  ...named,
  ...more,
})

/** `undefined` for a name outside the Internet, such as an app's. */
const websiteObject = (website: string): StixObject | undefined => {
  if (isIPv4(website)) return observable('ipv4-addr', { value: website })
  if (isIPv6(website)) return observable('ipv6-addr', { value: website })
  return normalDomain(website) === undefined ? undefined : observable('domain-name', { value: website })
}

const installation = ({ installation: id }: FeedIds): StixObject => ({
  type: 'identity',
  spec_version: STIX_VERSION,
  id: `identity--${id}`,
  created: SINCE,
  modified: SINCE,
  name: PRODUCT,
  identity_class: 'system',
})

/** Address, account, websites, and their sighting in a leak. No password and no hash. */
const objectsOf = (finding: Finding, ids: FeedIds): readonly StixObject[] => {
  const { address, source, title, foundAt, seenOn } = finding
  const account = observable('user-account', { account_login: address })
  const mailbox = observable('email-addr', { value: address }, { belongs_to_ref: account.id })
  const websites = finding.websites.flatMap((website) => websiteObject(website) ?? [])
  const observed = [mailbox, account, ...websites]
  const seenAt = seenOn === null ? foundAt : `${seenOn}T00:00:00.000Z`
  const confidence = confidenceOf(finding)
  return [
    ...observed,
    {
      type: 'observed-data',
      spec_version: STIX_VERSION,
      id: `observed-data--${ids.of('finding', address, source)}`,
      created_by_ref: `identity--${ids.installation}`,
      created: foundAt,
      modified: foundAt,
      first_observed: seenAt,
      // A leak may be dated by its import, for a day that is still to come.
      last_observed: foundAt > seenAt ? foundAt : seenAt,
      number_observed: 1,
      object_refs: observed.map(({ id }) => id),
      labels: ['credential-leak', `password-${passwordOf(finding)}`, `severity-${severityOf(finding)}`],
      external_references: [{ source_name: source, description: title ?? source }],
      object_marking_refs: [AMBER],
      ...(confidence !== undefined && { confidence: CONFIDENCE[confidence] }),
    },
  ]
}

/** A STIX 2.1 bundle with the installation's identity and each object once (M-REST-4). */
export const findingsStix = (findings: readonly Finding[], ids: FeedIds) => {
  const all = [installation(ids), ...findings.flatMap((finding) => objectsOf(finding, ids))]
  const objects = [...new Map(all.map((object) => [object.id, object])).values()]
  return {
    type: 'bundle',
    id: `bundle--${ids.of('bundle', ...findings.map(({ ordinal }) => ordinal))}`,
    objects,
  }
}
