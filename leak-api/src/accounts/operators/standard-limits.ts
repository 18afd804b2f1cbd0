import type { LimitName } from '@atalaia/contracts/operator'
import { MAX_KEYS } from '../api-keys/keys-repository.ts'
import { MAX_DOMAINS } from '../../numbers/domains/domains-repository.ts'
import { MAX_MEMBERS } from '../../base/people/invite.ts'
import { MAX_ADDRESSES } from '../../numbers/monitoring/add-address.ts'
import { MAX_ORIGINS } from '../../connect/portals/origins-repository.ts'

/** The limits of an organisation for which the operator has set none (M-OPER-2). */
export const STANDARD_LIMITS: Readonly<Record<LimitName, number>> = {
  enderecos: MAX_ADDRESSES,
  pessoas: MAX_MEMBERS,
  chaves: MAX_KEYS,
  dominios: MAX_DOMAINS,
  origens: MAX_ORIGINS,
}
