import { lazily } from '@atalaia/ui'

const collator = lazily(() => new Intl.Collator('pt-BR'))

/** Signs of usual addresses, in the order of Portuguese dictionaries. */
const ORDER = '_-.@+0123456789abcdefghijklmnopqrstuvwxyz'
const USUAL = /^[a-z0-9@._+-]*$/

/**
 * Portuguese dictionary order. Usual addresses need no collator: the first use of Intl blocks a
 * page for tens of milliseconds.
 */
export const compareAddresses = (a: string, b: string): number => {
  if (!USUAL.test(a) || !USUAL.test(b)) return collator().compare(a, b)
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return rank(a, at) - rank(b, at)
}

/** The end of an address precedes every sign. */
const rank = (address: string, at: number) => (at < address.length ? ORDER.indexOf(address.charAt(at)) : -1)
