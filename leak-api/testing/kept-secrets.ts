import { randomUUID } from 'node:crypto'
import { type Database, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { createCompanies } from '../src/accounts/identities/companies-repository.ts'
import type { KeyRing } from '../src/base/key-ring.ts'
import { createSubscriptionsRepository } from '../src/notify/push/subscriptions-repository.ts'
import { createVapidKeys } from '../src/base/installation-keys/vapid-keys.ts'
import { createSiemRepository } from '../src/notify/siem/siem-repository.ts'
import { createWebhooksRepository } from '../src/notify/webhooks/webhooks-repository.ts'

const memberSchema = object({ accountId: string(), organisationId: string() })

export const memberIn = async (database: Database) => {
  const [member] = await database.query(
    memberSchema,
    sql`SELECT id::text AS "accountId", organisation_id::text AS "organisationId" FROM account`,
  )
  if (member === undefined) throw new Error('there is no account')
  return member
}

export const keepSecrets = async (database: Database, ring: KeyRing, at = new Date()) => {
  const member = await memberIn(database)
  const { organisationId } = member
  const webhooks = createWebhooksRepository(database, ring)
  const facts = { name: 'w', template: 'atalaia', least: 'baixa', address: 'https://w.example' } as const
  const made = await webhooks.add({ organisationId, ...facts, at })
  if (made === 'limit-reached') throw new Error('too many webhooks')
  await webhooks.rotate(organisationId, made.id, at)
  const company = {
    organisationId,
    domain: 'acme.com',
    title: 'Acme',
    trustsAddresses: false,
    newRole: 'reader',
  } as const
  const client = { kind: 'oidc', issuer: 'https://i.example', clientId: 'c', clientSecret: 'of the client' } as const
  await createCompanies(database, ring).set({ ...company, ...client, at })
  await database.execute(sql`UPDATE company_provider SET enabled = true`)
  await database.execute(
    sql`INSERT INTO watched_domain (organisation_id, domain, token, added_at, proved_at)
     VALUES (${organisationId}, 'acme.com', 't', now(), now())`,
  )
  const keyId = randomUUID()
  await database.execute(
    sql`INSERT INTO api_key (id, organisation_id, name, key_hash, beginning, scopes, created_at)
     VALUES (${keyId}::uuid, ${organisationId}, 'k', '\\x00', 'k', 'findings:read', now())`,
  )
  const receiver = {
    host: 'h',
    port: 6514,
    serverName: null,
    authorities: null,
    certificate: 'c',
    privateKey: 'of ours',
  }
  await createSiemRepository(database, ring).add({ ...receiver, keyId, feed: 'findings', cursor: '0', at })
  const target = { endpoint: 'https://p.example', p256dh: 'p', auth: 'a' }
  const browser = { ...member, sessionId: undefined, device: 'd', target, at }
  const browserId = await createSubscriptionsRepository(database, ring).add(browser)
  await createVapidKeys(database, ring)()
  return {
    read: async (by: KeyRing) => ({
      webhook: await createWebhooksRepository(database, by).target(made.id, at),
      company: await createCompanies(database, by).findFor('ana@acme.com'),
      siem: (await createSiemRepository(database, by).find(keyId))?.privateKey,
      push: await createSubscriptionsRepository(database, by).target(browserId),
      vapid: await createVapidKeys(database, by)(),
    }),
  }
}
