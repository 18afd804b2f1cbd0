export type SealedColumn = {
  readonly table: string
  readonly column: string
  readonly owner: string
  readonly ownerType: 'uuid' | 'text'
  readonly purpose: string
}

const company = { table: 'company_provider', owner: 'domain', ownerType: 'text' } as const
const webhook = { table: 'webhook', owner: 'id', ownerType: 'uuid' } as const
const siem = { table: 'siem', owner: 'key_id', ownerType: 'uuid' } as const
const push = { table: 'push_subscription', owner: 'id', ownerType: 'uuid' } as const

/**
 * All secret columns, in a rotation's order. Old webhook secrets come later: a secret that turns
 * old meanwhile is not missed (M-ROTATE-4).
 */
export const SEALED_COLUMNS = {
  clientSecret: { ...company, column: 'client_secret', purpose: 'client secrets of identity providers' },
  webhookAddress: { ...webhook, column: 'address', purpose: 'addresses of webhooks' },
  webhookSecret: { ...webhook, column: 'secret', purpose: 'secrets of webhooks' },
  webhookOldSecret: { ...webhook, column: 'old_secret', purpose: 'secrets of webhooks' },
  siemKey: { ...siem, column: 'private_key', purpose: 'private keys for SIEMs' },
  pushTarget: { ...push, column: 'target', purpose: 'targets of web push' },
} as const satisfies Readonly<Record<string, SealedColumn>>
