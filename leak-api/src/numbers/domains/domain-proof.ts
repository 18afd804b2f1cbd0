import { Resolver } from 'node:dns/promises'
import { codeOf, fetchForeign, type ForeignAddresses } from '@atalaia/server'

export type ProofPlace = 'dns' | 'file' | 'mail'

/**
 * - `absent`: nothing of ours.
 * - `different`: ours with another text.
 * - `unreachable`: neither name servers nor website answered.
 */
export type ProofFault = 'absent' | 'different' | 'unreachable'

export type ProofOutcome =
  | { readonly status: 'proved'; readonly by: ProofPlace }
  | { readonly status: 'not-proved'; readonly fault: ProofFault }

/** Looks where only a domain's owner can put the text. Never rejects. */
export type FindProof = (domain: string, token: string) => Promise<ProofOutcome>

export type ProofOptions = {
  /** `192.0.2.1` or `192.0.2.1:53`. Default: the system's name servers. */
  readonly dnsServers?: readonly string[] | undefined
  /** Beyond the Internet's. Default: none. */
  readonly allowed?: ForeignAddresses
  /** Default: `https://` and the domain. */
  readonly originOf?: (domain: string) => string
}

const PREFIX = 'atalaia-verification='
/** The domain itself may have it, too. */
const LABEL = '_atalaia'
export const PROOF_PATH = '/.well-known/atalaia-verification.txt'

const DNS_TRY_MS = 2000
const DNS_TRIES = 2
const DNS_LIMIT_MS = 10_000
const FILE_LIMIT_MS = 5000
const MAX_FILE_BYTES = 4096
/** No such name, or no record of this kind. */
const NOTHING = new Set(['ENODATA', 'ENOTFOUND'])

export const proofText = (token: string): string => `${PREFIX}${token}`
export const proofRecord = (domain: string): string => `${LABEL}.${domain}`

/** `undefined`: the place did not answer. */
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

/** Asks DNS first, then the domain's website (ADR 0032, M-DOMAIN-2). */
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
