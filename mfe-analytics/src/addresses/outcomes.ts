import { MAX_ADDRESS_LABELS, type RestoredAddresses } from '@atalaia/contracts'
import type { Outcome } from '../lists/use-list.ts'
import type { AddressesWords } from './addresses-words.ts'

const sentence = (parts: readonly (string | false)[]) => `${parts.filter((part) => part !== false).join(', ')}.`

/** P-LIST-6 */
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

/** P-LIST-6 */
export const removedOutcome = (removed: number, sent: number, { t }: Pick<AddressesWords, 't'>): Outcome => ({
  kind: removed < sent ? 'warning' : 'success',
  text: sentence([t('removed', { count: removed }), removed < sent && t('removed.stays', { count: sent - removed })]),
})

type Marked = {
  readonly changed: string
  readonly same: number
  /** P-LIST-8 */
  readonly full?: number
}

export const markedOutcome = ({ changed, same, full = 0 }: Marked, { t }: Pick<AddressesWords, 't'>): Outcome => ({
  kind: full > 0 ? 'warning' : 'success',
  text: sentence([
    changed,
    same > 0 && t('marked.same', { count: same }),
    full > 0 && t('marked.full', { count: full, most: MAX_ADDRESS_LABELS }),
  ]),
})
