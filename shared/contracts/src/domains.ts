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

/** Responsible mailboxes of a domain (RFC 2142, and two of certificate authorities). */
export const DOMAIN_MAILBOXES = ['hostmaster', 'postmaster', 'webmaster', 'admin', 'administrator'] as const

/** Instants are ISO 8601. */
export const domainSchema = object({
  dominio: string(),
  /** `esperando`: not verified yet. `perdido`: verified before. */
  estado: oneOf(['esperando', 'provado', 'perdido']),
  /** Proof that the owner publishes: a TXT record of `registro` or of the domain, or a line of the file. */
  prova: object({ registro: string(), texto: string(), arquivo: string() }),
  provado_por: nullable(oneOf(['dns', 'arquivo', 'email'])),
  provado_em: nullable(string()),
  conferido_em: nullable(string()),
  proxima_conferencia: nullable(string()),
  /** Why the last check failed. */
  falta: nullable(oneOf(['ausente', 'diferente', 'sem-resposta'])),
  /** Visible addresses of the domain (P-LIST-15). `null` for an unverified domain without addresses. */
  enderecos: nullable(int().check(nonnegative())),
})
export type DomainFacts = Infer<typeof domainSchema>

/** GET /dominios. */
export const domainsSchema = object({
  /** Addresses need their owner's confirmation or a verified domain. */
  posse_verificada: boolean(),
  dominios: array(domainSchema),
})
export type Domains = Infer<typeof domainsSchema>

/** Answer of calls that mail a code. */
export const codeSentSchema = object({ enviado_para: string() })
/** The confirmed address or domain. */
export const codeConfirmedSchema = object({ confirmado: string() })
/** The answer to POST /dominios/remover. */
export const domainRemovedSchema = object({ removido: string() })
