import { EARLY_CALLS_ATTRIBUTES, STORAGE_KEYS } from '@atalaia/contracts'
import type { EarlyCall } from '@atalaia/kernel'
import { readToken } from '@atalaia/kernel/token'
import { attempt } from './browser.ts'

declare global {
  /** The calls that `startEarlyCalls` has sent, until the shell takes them. */
  // oxlint-disable-next-line no-var -- nothing else declares a global
  var atalaiaEarlyCalls: readonly EarlyCall[] | undefined
}

/**
 * Sends the calls of the page's first screen that the gateway wrote at the boot script, with the stored token
 * (M-SPEED-4). Without a token that makes a session (P-SESSION-4) nothing is sent.
 */
export const startEarlyCalls = (script: Element | null): void => {
  const addresses = script?.getAttribute(EARLY_CALLS_ATTRIBUTES.addresses)
  const remote = script?.getAttribute(EARLY_CALLS_ATTRIBUTES.remote)
  const token = attempt(() => localStorage.getItem(STORAGE_KEYS.token))
  if (!addresses || !remote || !token || !readToken(token, Date.now())) return
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

/** Returns the early calls, and takes them off the page: they carry the token, which not every remote may have. */
export const takeEarlyCalls = (): readonly EarlyCall[] => {
  const sent = globalThis.atalaiaEarlyCalls ?? []
  // No `delete`: the minifier (swc) moves the line above behind it.
  globalThis.atalaiaEarlyCalls = undefined
  return sent
}
