import { MAX_ADDRESS_LABELS, type RestoredAddresses } from '@atalaia/contracts'
import type { Outcome } from '../lists/use-list.ts'
import type { AddressesWords } from './addresses-words.ts'

/** '2 endereços removidos, 1 não foi removido: …' as a sentence. Parts without a number are left out. */
const sentence = (parts: readonly (string | false)[]) => `${parts.filter((part) => part !== false).join(', ')}.`

/** Counts the addresses that are back, were there already and cannot come back (P-LIST-6). */
export const restoredOutcome = (
  { alterados: back, existentes: there = 0, recusados: refused = 0 }: RestoredAddresses,
  { t }: Pick<AddressesWords, 't'>,
): Outcome => ({
  kind: back === 0 || refused > 0 ? 'warning' : 'success',
  text: sentence([
    t('restored', { count: back }),
    there > 0 && t('restored.there', { count: there }),
    refused > 0 && t('restored.refused', { count: refused }),
  ]),
})

/** Counts the addresses that were removed, and those that were not (P-LIST-6). */
export const removedOutcome = (removed: number, sent: number, { t }: Pick<AddressesWords, 't'>): Outcome => ({
  kind: removed < sent ? 'warning' : 'success',
  text: sentence([t('removed', { count: removed }), removed < sent && t('removed.stays', { count: sent - removed })]),
})

type Marked = {
  /** The number that changed, in words. */
  readonly changed: string
  readonly same: number
  /** The number of addresses that have as many labels as there may be (P-LIST-8). */
  readonly full?: number
}

/** Counts the addresses that have another label or owner now, and those that have not. */
export const markedOutcome = ({ changed, same, full = 0 }: Marked, { t }: Pick<AddressesWords, 't'>): Outcome => ({
  kind: full > 0 ? 'warning' : 'success',
  text: sentence([
    changed,
    same > 0 && t('marked.same', { count: same }),
    full > 0 && t('marked.full', { count: full, most: MAX_ADDRESS_LABELS }),
  ]),
})
