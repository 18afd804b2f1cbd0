import {
  array,
  boolean,
  enum as oneOf,
  int,
  nonnegative,
  nullable,
  object,
  string,
  type infer as Infer,
} from 'zod/mini'

/** The mailboxes that answer for a domain (RFC 2142, and two that certificate authorities use). */
export const DOMAIN_MAILBOXES = ['hostmaster', 'postmaster', 'webmaster', 'admin', 'administrator'] as const

/** A domain of the organisation, as GET /dominios has it. Instants are ISO 8601. */
export const domainSchema = object({
  dominio: string(),
  /** `esperando`: not proved yet; `perdido`: it was, and is no longer. */
  estado: oneOf(['esperando', 'provado', 'perdido']),
  /** The text that its owner publishes: as a TXT record of the name `registro` or of the domain, or as a line of the file. */
  prova: object({ registro: string(), texto: string(), arquivo: string() }),
  provado_por: nullable(oneOf(['dns', 'arquivo', 'email'])),
  provado_em: nullable(string()),
  conferido_em: nullable(string()),
  proxima_conferencia: nullable(string()),
  /** The reason why the last check found no proof. */
  falta: nullable(oneOf(['ausente', 'diferente', 'sem-resposta'])),
  /** Its addresses that the organisation sees, whoever added them (P-LIST-15); `null` while it is not proved and has none. */
  enderecos: nullable(int().check(nonnegative())),
})
export type DomainFacts = Infer<typeof domainSchema>

/** GET /dominios. */
export const domainsSchema = object({
  /** Whether addresses are watched only with their owner's yes, or with a proved domain. */
  posse_verificada: boolean(),
  dominios: array(domainSchema),
})
export type Domains = Infer<typeof domainsSchema>

/** The answer to a call that mails a code. */
export const codeSentSchema = object({ enviado_para: string() })
/** The answer to a code that was given back: the address or the domain that it confirms. */
export const codeConfirmedSchema = object({ confirmado: string() })
/** The answer to POST /dominios/remover. */
export const domainRemovedSchema = object({ removido: string() })
