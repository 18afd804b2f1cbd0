import {
  array,
  boolean,
  maxLength,
  nullable,
  object,
  optional,
  regex,
  string,
  trim,
  type infer as Infer,
} from 'zod/mini'
import { linkTokenSchema } from './account.ts'
import { emailAddressSchema } from './api.ts'
import { roleSchema } from './roles.ts'

/** `atual`: the session is in it. */
const ownOrganisationSchema = object({ id: string(), nome: string(), papel: roleSchema, atual: boolean() })
export type OwnOrganisation = Infer<typeof ownOrganisationSchema>

export const ownOrganisationsSchema = array(ownOrganisationSchema)

const memberSchema = object({
  id: string(),
  email: string(),
  /** Absent where the person gave none. */
  nome: optional(string()),
  papel: roleSchema,
  desde: string(),
  voce: boolean(),
})
export type Member = Infer<typeof memberSchema>

/** An unaccepted invitation; `expira_em` may be past. */
const invitationSchema = object({
  id: string(),
  email: string(),
  papel: roleSchema,
  enviado_em: string(),
  expira_em: string(),
})
export type Invitation = Infer<typeof invitationSchema>

/** GET /organizacao. Only members who may invite see invitations. Instants are ISO 8601. */
export const organisationSchema = object({
  id: string(),
  nome: string(),
  papel: roleSchema,
  membros: array(memberSchema),
  convites: array(invitationSchema),
  exclui_em: optional(string()),
})
export type OrganisationFacts = Infer<typeof organisationSchema>

/** Letters, digits and a few signs: strangers read the name in mails. */
const ORGANISATION_NAME = /^[\p{L}\p{N}][\p{L}\p{N} .,&'()+-]{0,79}$/u

/** Body of POST /organizacao/nome. */
export const organisationNameBodySchema = object({ nome: string().check(trim(), regex(ORGANISATION_NAME)) })

/** Body of POST /organizacao/membros/{id}/papel. */
export const memberRoleBodySchema = object({ papel: roleSchema })

/** Body of POST /organizacao/propriedade: the member who replaces the caller as owner. */
export const ownershipBodySchema = object({ membro: string().check(maxLength(36)) })

/** Body of POST /organizacao/convites. */
export const inviteBodySchema = object({ email: emailAddressSchema, papel: roleSchema })

/** Body of POST /auth/convite and POST /convites/aceitar. */
export const invitationTokenBodySchema = object({ token: linkTokenSchema })

/** Answer of POST /auth/convite. The secret of the mail opens it. */
export const invitationFactsSchema = object({
  organizacao: string(),
  email: string(),
  papel: roleSchema,
  convidado_por: nullable(string()),
})
export type InvitationFacts = Infer<typeof invitationFactsSchema>
