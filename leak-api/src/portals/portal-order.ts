import { array, discriminatedUnion, literal, nullable, object, string, type infer as Infer } from 'zod/mini'

const account = string()

/** What the command line asks for, as it reaches the process that has the database. */
export const portalOrderSchema = discriminatedUnion('kind', [
  object({ kind: literal('origins-add'), account, origin: string() }),
  object({ kind: literal('origins-remove'), account, origin: string() }),
  object({ kind: literal('origins-list'), account }),
  object({ kind: literal('clients-create'), account, name: string(), scope: string() }),
  object({ kind: literal('clients-list'), account }),
  object({ kind: literal('clients-revoke'), id: string() }),
])
export type PortalOrder = Infer<typeof portalOrderSchema>

const clientSchema = object({
  id: string(),
  name: string(),
  scopes: array(string()),
  createdAt: string(),
  revokedAt: nullable(string()),
})

export const portalAnswerSchema = discriminatedUnion('kind', [
  object({ kind: literal('done'), message: string() }),
  object({ kind: literal('failed'), message: string() }),
  object({ kind: literal('origins'), origins: array(object({ origin: string(), addedAt: string() })) }),
  object({ kind: literal('client'), id: string(), secret: string(), scope: string() }),
  object({ kind: literal('clients'), clients: array(clientSchema) }),
])
export type PortalAnswer = Infer<typeof portalAnswerSchema>
