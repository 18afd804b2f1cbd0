import { Resolver } from 'node:dns/promises'
import { codeOf, fetchForeign, type ForeignAddresses } from '@atalaia/server'

/** The place of a proof: a TXT record, a file of the domain's website, or a mailbox that answers for the domain. */
export type ProofPlace = 'dns' | 'file' | 'mail'

/**
 * - `absent`: nothing of ours was found.
 * - `different`: something of ours was found, with another text.
 * - `unreachable`: neither the name servers nor the website answered, so that nothing is known.
 */
export type ProofFault = 'absent' | 'different' | 'unreachable'

export type ProofOutcome =
  | { readonly status: 'proved'; readonly by: ProofPlace }
  | { readonly status: 'not-proved'; readonly fault: ProofFault }

/** Looks for the text of a domain's proof where its owner alone can put it. Never rejects. */
export type FindProof = (domain: string, token: string) => Promise<ProofOutcome>

export type ProofOptions = {
  /** Addresses of the name servers that are asked, `192.0.2.1` or `192.0.2.1:53`. Default: the system's. */
  readonly dnsServers?: readonly string[] | undefined
  /** The addresses that the file may be fetched from besides those of the Internet. Default: none. */
  readonly allowed?: ForeignAddresses
  /** The origin of a domain's website. Default: `https://` and the domain. */
  readonly originOf?: (domain: string) => string
}

/** The beginning of a text of ours, in a record and in the file. */
const PREFIX = 'atalaia-verification='
/** The name under a domain that has the record; the domain itself may have it, too. */
const LABEL = '_atalaia'
/** The path of the file. */
export const PROOF_PATH = '/.well-known/atalaia-verification.txt'

const DNS_TRY_MS = 2000
const DNS_TRIES = 2
/** For all questions of one check. */
const DNS_LIMIT_MS = 10_000
const FILE_LIMIT_MS = 5000
const MAX_FILE_BYTES = 4096
/** The name server says that there is no such name, or no record of this kind. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND'])

/** The text that the owner of a domain publishes. */
export const proofText = (token: string): string => `${PREFIX}${token}`
/** The name of the TXT record. */
export const proofRecord = (domain: string): string => `${LABEL}.${domain}`

/** The texts of ours that a place has; `undefined` when it did not answer. */
type Found = readonly string[] | undefined

const oursIn = (texts: readonly string[]): string[] =>
  texts.map((text) => text.trim()).filter((text) => text.startsWith(PREFIX))

const readRecords = async (dnsServers: readonly string[] | undefined, domain: string): Promise<Found> => {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES })
  if (dnsServers !== undefined) resolver.setServers(dnsServers)
  const limit = setTimeout(() => resolver.cancel(), DNS_LIMIT_MS)
  const ask = async (name: string): Promise<Found> => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      return NOTHING.has(codeOf(error) ?? '') ? [] : undefined
    }
  }
  try {
    const [under, own] = await Promise.all([ask(proofRecord(domain)), ask(domain)])
    if (under === undefined && own === undefined) return undefined
    return oursIn([...(under ?? []), ...(own ?? [])])
  } finally {
    clearTimeout(limit)
  }
}

/** Looks for proofs in DNS, and where there is none on the domain's website (ADR 0032, M-DOMAIN-2). */
export const createFindProof = (options: ProofOptions = {}): FindProof => {
  // Wrong addresses are told at the start.
  if (options.dnsServers !== undefined) new Resolver().setServers(options.dnsServers)
  const { dnsServers, allowed = { origins: [], local: false }, originOf = (domain) => `https://${domain}` } = options
  const readFile = async (domain: string): Promise<Found> => {
    try {
      const limits = { allowed, maxBytes: MAX_FILE_BYTES, timeoutMs: FILE_LIMIT_MS }
      return oursIn((await fetchForeign(`${originOf(domain)}${PROOF_PATH}`, limits)).split('\n'))
    } catch {
      // A website without the file, or none at all: DNS says whether anything is known.
      return undefined
    }
  }
  return async (domain, token) => {
    const wanted = proofText(token)
    const records = await readRecords(dnsServers, domain)
    if (records?.includes(wanted) === true) return { status: 'proved', by: 'dns' }
    const lines = await readFile(domain)
    if (lines?.includes(wanted) === true) return { status: 'proved', by: 'file' }
    if (records === undefined && lines === undefined) return { status: 'not-proved', fault: 'unreachable' }
    const ours = [...(records ?? []), ...(lines ?? [])]
    return { status: 'not-proved', fault: ours.length === 0 ? 'absent' : 'different' }
  }
}
