import { EARLY_CALLS_ATTRIBUTES, INDEX_ATTRIBUTES, STORAGE_KEYS, type ReleaseIndex } from '@atalaia/contracts'
import type { EarlyCall } from '@atalaia/kernel'
import { readClaims, standingOf } from '@atalaia/kernel/claims'
import { attempt } from './browser.ts'

declare global {
  // oxlint-disable-next-line no-var -- nothing else declares a global
  var atalaiaEarlyCalls: readonly EarlyCall[] | undefined
  // oxlint-disable-next-line no-var -- the same
  var atalaiaIndex: Promise<string> | undefined
}

/**
 * Sends the gateway's calls for the first screen, with the stored token (M-SPEED-4). Needs a token
 * that makes a session (P-SESSION-4).
 */
export const startEarlyCalls = (script: Element | null): void => {
  const addresses = script?.getAttribute(EARLY_CALLS_ATTRIBUTES.addresses)
  const remote = script?.getAttribute(EARLY_CALLS_ATTRIBUTES.remote)
  const token = attempt(() => localStorage.getItem(STORAGE_KEYS.token))
  const claims = token ? readClaims(token) : undefined
  if (!addresses || !remote || !token || !claims || standingOf(claims, Date.now()) !== 'valid') return
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
  globalThis.atalaiaEarlyCalls = addresses.split(' ').map((address) => {
    const answer = fetch(address, { headers }).then(async (response) => ({
      status: response.status,
      body: await response.text(),
    }))
    // One that nobody takes fails without a word.
    answer.catch(() => {})
    return { remote, address, token, sentAt: performance.now(), answer }
  })
}

/** Removes them from the page: they carry the token. */
export const takeEarlyCalls = (): readonly EarlyCall[] => {
  const sent = globalThis.atalaiaEarlyCalls ?? []
  // No `delete`: the minifier (swc) moves the line above behind it.
  globalThis.atalaiaEarlyCalls = undefined
  return sent
}

/** Checks the index's hash. Rejects without an index. */
export const fetchIndex = async (
  { url, integrity }: Pick<ReleaseIndex, 'url' | 'integrity'>,
  ask: typeof fetch,
  init: RequestInit = {},
): Promise<string> => {
  const answer = await ask(url, { integrity, ...init })
  if (!answer.ok) throw new Error(`${url}: HTTP ${answer.status}`)
  return answer.text()
}

/** Runs behind the code of the page (M-RELEASE-17). */
export const startIndex = (script: Element | null): void => {
  const url = script?.getAttribute(INDEX_ATTRIBUTES.address)
  const integrity = script?.getAttribute(INDEX_ATTRIBUTES.integrity)
  if (!url || !integrity) return
  globalThis.atalaiaIndex = fetchIndex({ url, integrity }, fetch, { priority: 'low' })
  // The shell asks again for one that did not come.
  globalThis.atalaiaIndex.catch(() => {})
}

export const takeIndex = (): Promise<string> | undefined => {
  const asked = globalThis.atalaiaIndex
  globalThis.atalaiaIndex = undefined
  return asked
}
