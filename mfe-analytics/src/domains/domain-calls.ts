import type { HttpClient } from '@atalaia/contracts'
import {
  codeConfirmedSchema,
  codeSentSchema,
  domainRemovedSchema,
  domainSchema,
  type DOMAIN_MAILBOXES,
} from '@atalaia/contracts/domains'

export type DomainMailbox = (typeof DOMAIN_MAILBOXES)[number]

export const createDomainCalls = (http: HttpClient) => ({
  add: (dominio: string) => http.postJson('/dominios', { dominio }, domainSchema),
  verify: (dominio: string) => http.postJson('/dominios/verificacao', { dominio }, domainSchema),
  remove: (dominio: string) => http.postJson('/dominios/remover', { dominio }, domainRemovedSchema),
  sendCode: (dominio: string, caixa: DomainMailbox) =>
    http.postJson('/dominios/codigo', { dominio, caixa }, codeSentSchema),
  giveCode: (dominio: string, caixa: DomainMailbox, codigo: string) =>
    http.postJson('/dominios/confirmacao', { dominio, caixa, codigo }, codeConfirmedSchema),
})

export type DomainCalls = ReturnType<typeof createDomainCalls>
