import { maskAddress } from '../address.ts'
import type { AuditAct } from './record-audit.ts'

/** Addresses that a row names; of more it has the number. */
const NAMED = 5

/** Watched addresses in a row: their number, and of some the first letter and the domain. Whose they are is nobody's in the log. */
export const auditedAddresses = (addresses: readonly string[]): Pick<AuditAct, 'target' | 'after'> => ({
  target: { kind: 'addresses', name: addresses.slice(0, NAMED).map(maskAddress).join(', ') },
  after: { count: addresses.length },
})
