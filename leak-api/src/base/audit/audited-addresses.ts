import { maskAddress } from '../address.ts'
import type { AuditAct } from './record-audit.ts'

/** Addresses that a row names; beyond them it has the number. */
const NAMED = 5

/** Records the number of addresses, and the first letter and domain of some. */
export const auditedAddresses = (addresses: readonly string[]): Pick<AuditAct, 'target' | 'after'> => ({
  target: { kind: 'addresses', name: addresses.slice(0, NAMED).map(maskAddress).join(', ') },
  after: { count: addresses.length },
})
